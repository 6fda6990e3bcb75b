"""Words of questions, English and Chinese, that make a probe's effect what was asked for."""

import re

from authoring.dseal.readings.base import words

ORDER = words(
    r"(?:first|last)(?! (?:\d+ )?(?:days?|weeks?|months?|years?|hours?|minutes?|time|names?)\b)|"
    r"second|third|fourth|fifth|\d+(?:st|nd|rd|th)|heads?|tails?|rows? (?:number|\d+)|"
    r"(?<!fresh )(?<!as the )(?<!as )(?<!as its )(?:index|indexes|indices)(?! from)|positions?|positional|iloc|loc|"
    r"(?:in|original|same|given|file|row)(?: \w+){0,3} order|order(?:ed|ing)|order (?:by|of)|"
    r"previous\w*|next|preceding|following (?:row|day|month|year|value)s?|consecutive|shift\w*|"
    r"lag\w*|diff\w*|change\w*|cumulative\w*|rolling|moving|running|ffill|bfill|forward|backward|fill\w*|interpolat\w*|"
    r"duplicate\w*|dedup\w*|unique|distinct|keep\w*|remain\w*|stable|time series|trend\w*|chronolog\w*|sequen\w*|"
    r"streak\w*|split\w*|fold\w*|between rows|every (?:\d+|other|second|third|row)|slice\w*|rows? from|from rows?|"
    r"resample\w*|growth|row by row",
    r"第|首|末|前|后|索引|下标|位置|顺序|依次|连续|累计|累积|滚动|移动|差分|变化|填充|"
    r"插值|重复|唯一|去重|保留|划分|切分|行号|增长|相邻",
)
"""An answer may rest on the order of rows."""
TIES = words(
    r"ties?|tied|any (?:one|of)|whichever|arbitrar\w*|if (?:several|multiple|there are (?:several|multiple))|"
    r"(?:if|should|where|when|in case) (?:two|several|multiple|more than one|some|both)|"
    r"(?:several|two|more than one|multiple) (?:\w+ )?(?:are equal|are the same|share|do|qualify)|"
    r"shar\w+ (?:the )?(?:first|top|last|same|highest|lowest) (?:place|rank|spot|value|position)|"
    r"the (?:smaller|larger|earlier|later|smallest|largest|earliest|latest) (?:one|of (?:them|those|these))",
    r"并列|任意|任选",
)
BY_ROWS = words(r"data|files?|rows?|original|appear\w*|keep|occurrences?|as they stand", r"数据|文件|行|原有|出现")
"""A convention about an order means that of the rows."""
SORTED = words(
    r"sort\w*|rank\w*|top|bottom|most|least|best|worst|largest|smallest|highest|lowest|biggest|max\w*|min\w*|longest|"
    r"shortest|latest|earliest|oldest|youngest|common|frequent|popular|ascending|descending",
    r"排|升序|降序|最",
)
CHANCE = words(
    r"random\w*|sampl\w+|shuffl\w*|simulat\w*|bootstrap\w*|seeds?|train\w*|cluster\w*|k-?means|predict\w*|models?|"
    r"regress\w*|classif\w*|fit\w*|neural|accuracy|cross-?validat\w*|pca|components?|encod\w*|learn\w*",
    r"随机|抽样|采样|打乱|模拟|训练|模型|预测|聚类|回归|分类器|拟合|编码",
)
COLUMNS = words(
    r"columns?|features?|variables?|attributes?|fields?|shape|dimensions?|size|d-?types?|types?|schema|structure|"
    r"transpos\w*|axis|header\w*|info|matrix|array|to_numpy|values?|tuple|list|dict\w*|first|last|second|third|fourth|"
    r"fifth|\d+(?:st|nd|rd|th)|cells?|places?|position\w*|iloc|each",
    r"列|字段|特征|变量|属性|形状|维度|类型|结构|转置|表头|矩阵|数组|元组|列表|字典|第",
)
"""An answer may rest on which columns there are and in which order, and not on their values."""
SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|(?<=[\u3002\uff1b])|\n\s*\n")
LEAVING_OUT = words(
    r"drop\w*|remov\w*|delet\w*|exclud\w*|except|without|rename\w*|renaming|ignor\w*|discard\w*|omit\w*|instead of|"
    r"other than|besides|not|no longer|convert\w*|types?|d-?types?|called|named?|new|creat\w*|add(?! up\b)\w*|"
    r"assign\w*|columns? of|such as|like|e\.g|for example|index\w*|import\w*|load\w*|read\w*",
    r"删|去掉|除|移除|忽略|重命名|改名|不|转换|类型|名为|新|创建|添加|例如|索引|导入|读取|加载",
)
"""A column may be named without its values counting."""
ABSENCE = words(
    r"missing|null\w*|nan|na|n/a|empty|duplicate\w*|invalid|outliers?|check\w*|verif\w*|valid\w*|any|whether|is there|"
    r"are there|does|do|if|exist\w*|remain\w*|clean\w*|drop\w*|remov\w*|delete\w*|quality|negative|differen\w*",
    r"缺失|空值|重复|异常|检查|验证|是否|存在|剩余|清洗|删除|负|差",
)
"""That there is nothing may well be what is asked."""
EQUALITY = words(
    r"equal\w*|same|identical|shape|size|balanced?|split\w*|coordinates?|range|between|square\w*|matrix|diagonal|tie\w*",
    r"相等|相同|一样|形状|大小|平衡|划分|范围|矩阵|对角",
)
TRAINING = words(
    r"train\w* (?:accuracy|score|error|set|data|loss)|in-sample|fitted|whole|entire|all", r"训练集|全部|整个"
)
COMBINATIONS = words(
    r"pairs?|pairwise|combin\w*|cross|cartesian|each other|one another|all matches|every match|self-?join|many-to-many|"
    r"possible",
    r"组合|配对|两两|多对多|笛卡尔|所有匹配",
)
"""A join may be meant to give every row of one side for every row of the other."""
REPEATED = words(
    r"weight\w*|row|rows|each (?:order|sale|visit|purchase|time)|per (?:order|row|sale|visit)", r"加权|每[行次笔]"
)
"""A value may be meant to count as often as its row is repeated."""
UNREADABLE = words(
    r"coerc\w*|invalid|unparse?able|(?:can(?:not|'t)|could not|not) be (?:\w+ )?(?:pars|read|convert|interpret)\w*|"
    r"not (?:a |an )?(?:valid |proper |real )?(?:dates?|numbers?|numeric)|non-?(?:numeric|numbers?|dates?)|malformed|"
    r"NaN|NaT|missing|nulls?|errors?|dirty|bad|garbage|unreadable|fails? to (?:parse|convert)",
    r"无效|无法|缺失|非数|错误",
)
"""Values may be meant to become missing ones."""
CUT_OFF = words(
    r"truncat\w*|cut(?:ting)? off|drop(?:ping|ped)? (?:the |any )?(?:decimals?|fractions?)|floor\w*|round\w* down|"
    r"towards? zero|whole|full|complete|completed|integer part|integer division|without (?:the )?(?:decimals|fraction)|"
    r"astype|int\(|cast\w*|decades?|bins?|years?",
    r"截断|取整|舍去|向下",
)
"""Decimals may be meant to be cut off."""
AS_TEXT = words(r"strings?|texts?|alphabet\w*|lexicograph\w*|character\w*|dictionary order", r"字符|文本|字典序|字母")
"""Numbers may be meant to be ordered as text."""
