"""What a language model is asked: instructions, requests, and data made safe to be read by one."""

from authoring.drafting.prompts.instructions import GUIDES, PROMPTS, instructions_of, making_of, system_text
from authoring.drafting.prompts.notebook import digest_notebook
from authoring.drafting.prompts.plan import outline_of, plan_text
from authoring.drafting.prompts.profile import profile_text, seed_text
from authoring.drafting.prompts.requests import (
    Commented,
    Faulty,
    continue_request,
    repair_request,
    revise_request,
    sketch_request,
    write_request,
)
from authoring.llm.fence import commented, cut, cut_middle, fenced, shown
from authoring.llm.prompt_template import check_prompt, render

__all__ = [
    "GUIDES",
    "PROMPTS",
    "Commented",
    "Faulty",
    "check_prompt",
    "commented",
    "continue_request",
    "cut",
    "cut_middle",
    "digest_notebook",
    "fenced",
    "instructions_of",
    "making_of",
    "outline_of",
    "plan_text",
    "profile_text",
    "render",
    "repair_request",
    "revise_request",
    "seed_text",
    "shown",
    "sketch_request",
    "system_text",
    "write_request",
]
