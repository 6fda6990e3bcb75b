"""`model`: a trained model has to predict as well as the reference's."""

import math
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from authoring.validators.base import CollectedItems, Dialect, Execution, Missing, Opaque, ValidatorError, Verdict
from authoring.validators.foreign_code import FOREIGN_ERRORS, last_line, private_copy, quiet
from authoring.validators.options import arguments, text_option, unknown

METRICS = ("accuracy", "precision", "recall", "f1", "roc_auc", "r2", "mse", "rmse")


@dataclass(frozen=True, slots=True)
class ModelValidator:
    """Both models predict the reference's inputs; each metric has to satisfy its tolerance.

    The tolerance t is DSEval's: 0 asks for the reference's figure, t > 0 for at most (1 + t) times it (a worse
    accuracy passes!), t < 0 for at least (1 + t) times it. A figure that is NaN passes where t is not 0, and a
    reference with a negative r2 does not reach its own bound. Strictly, the bound lies on the worse side of any
    reference's figure, and neither a figure nor a prediction nor a label is NaN or infinite.
    """

    alias: ClassVar[str] = "model"
    paper_name: ClassVar[str] = "ModelEval"
    model_name: str
    inputs_name: str
    labels_name: str
    metrics: tuple[tuple[str, float], ...]
    """Metric and tolerance."""
    dialect: Dialect = "dseval"

    @classmethod
    def read(cls, config: object, dialect: Dialect = "dseval") -> Self:
        """Return the validator that its options describe."""
        names = ("model_name", "inputs_name", "labels_name", "metric_type")
        options = arguments(cls.alias, config, names=(*names, "tolerance"), required=names)
        metrics = options["metric_type"] if isinstance(options["metric_type"], list) else [options["metric_type"]]
        tolerance = options.get("tolerance", 0.0)
        tolerances = tolerance if isinstance(tolerance, list) else [tolerance] * len(metrics)
        if len(tolerances) != len(metrics):
            raise ValidatorError(f"validator `{cls.alias}` has {len(metrics)} metrics and {len(tolerances)} tolerances")
        for metric in metrics:
            if metric not in METRICS:
                raise unknown(f"metric of validator `{cls.alias}`", metric, METRICS)
        for value in tolerances:
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise ValidatorError(f"option `tolerance` of validator `{cls.alias}` has to be numbers, not {value!r}")
            if dialect == "strict" and not math.isfinite(value):
                raise ValidatorError(f"option `tolerance` of validator `{cls.alias}` accepts any model as {value!r}")
        model, inputs, labels = (text_option(cls.alias, name, options[name]) for name in names[:3])
        return cls(model, inputs, labels, tuple(zip(metrics, tolerances, strict=True)), dialect)

    def collect(self, execution: Execution, disclosed: CollectedItems | None) -> CollectedItems:
        """Take the predictions on the reference's inputs; of the reference, inputs and labels as well."""
        names = execution.namespace
        items: dict[str, Any] = {}
        if disclosed is None:
            items = {name: names.get(variable, Missing(variable)) for name, variable in self._data()}
        inputs = (items if disclosed is None else disclosed.items).get("inputs", Missing(self.inputs_name))
        if self.model_name not in names:
            items["predictions"] = Missing(self.model_name)
        # Nothing can be predicted from what is not there; judging says that the reference is at fault.
        elif not isinstance(inputs, Missing | Opaque):
            items |= _predicted(names[self.model_name], inputs)
        return CollectedItems(items)

    def disclose(self, reference: CollectedItems) -> CollectedItems:
        """Ask for predictions on the reference's inputs; what they should be stays here."""
        return CollectedItems({name: value for name, value in reference.items.items() if name == "inputs"})

    def collecting_options(self) -> object:
        """Name the model; inputs are disclosed as values, and measuring is not its affair."""
        return {
            "model_name": self.model_name,
            "inputs_name": "inputs",
            "labels_name": "labels",
            "metric_type": METRICS[0],
        }

    def _data(self) -> tuple[tuple[str, str], ...]:
        return ("inputs", self.inputs_name), ("labels", self.labels_name)

    def judge(self, reference: CollectedItems, submission: CollectedItems) -> Verdict:
        """Compare.

        Raises:
            ValidatorError: when the reference lacks a variable, cannot predict or cannot be measured.
        """
        labels, expected = self._oracle(reference)
        predictions = submission.items.get("predictions", Missing(self.model_name))
        # Before the predictions, which are not there after a failure.
        if isinstance(submission.items.get("failure"), str):
            failure = submission.items["failure"]
            return Verdict("no", self.alias, f"Model `{self.model_name}` failed to predict: {failure}")
        if isinstance(predictions, Missing):
            return Verdict("no", self.alias, f"Model `{self.model_name}` is not there")
        if self.dialect == "strict":
            if not _all_finite(labels) or not _all_finite(expected):
                raise ValidatorError("labels and predictions of the reference have to be finite and known")
            if not _all_finite(predictions):
                return Verdict("no", self.alias, f"Model `{self.model_name}` predicts what is not finite, or not known")
        scores = []
        for pair in self.metrics:
            failure, score = self._measured(*pair, labels, expected, predictions)
            if failure:
                return Verdict("no", self.alias, failure)
            scores.append(score)
        return Verdict("yes", self.alias, f"The model predicts as well as asked for: {', '.join(scores)}")

    def _measured(self, metric: str, tolerance: float, labels: Any, expected: Any, predictions: Any) -> tuple[str, str]:
        """Return in words why a metric does not satisfy its tolerance, or an empty text, and what it is."""
        try:
            best = _measure(metric, labels, expected)
        except FOREIGN_ERRORS as error:
            raise ValidatorError(f"{metric} of the reference cannot be computed: {last_line(error)}") from error
        if self.dialect == "strict" and not math.isfinite(best):
            raise ValidatorError(f"{metric} of the reference is {best}, so no model can be held against it")
        try:
            reached = _measure(metric, labels, predictions)
        except FOREIGN_ERRORS as error:
            return f"{metric} cannot be computed: {last_line(error)}", ""
        if self.dialect == "strict" and not math.isfinite(reached):
            return f"{metric} is {reached}, which is no figure", ""
        requirement = _violated(reached, best, tolerance, self.dialect)
        failure = f"{metric} is {reached:.6g}, wanted is {requirement}" if requirement else ""
        return failure, f"{metric} is {reached:.6g}, the reference's {best:.6g}"

    def _oracle(self, reference: CollectedItems) -> tuple[Any, Any]:
        for name, variable in (*self._data(), ("predictions", self.model_name)):
            value = reference.items.get(name)
            if isinstance(value, Missing):
                raise ValidatorError(
                    f"validator `{self.alias}` names `{value.name}`, which the reference does not have"
                )
            if isinstance(value, Opaque):
                raise ValidatorError(
                    f"the reference's `{variable}` gives a {value.type_name}, which cannot be measured"
                )
        failure = reference.items.get("failure")
        if failure is not None:
            raise ValidatorError(f"the reference's model `{self.model_name}` failed to predict: {failure}")
        return reference.items.get("labels"), reference.items.get("predictions")


def _predicted(model: Any, inputs: Any) -> dict[str, Any]:
    with quiet():
        try:
            # On a copy, because a model may change its inputs.
            return {"predictions": model.predict(private_copy(inputs))}
        except FOREIGN_ERRORS as error:
            return {"failure": last_line(error)}


def _all_finite(values: Any) -> bool:
    """Say whether each value is there, and finite if it is a number; of what is no column of values, that it is not."""
    import numpy as np  # noqa: PLC0415 - lint reads options without numpy
    import pandas as pd  # noqa: PLC0415 - as above

    with quiet():
        try:
            array = values.toarray() if hasattr(values, "toarray") else values
            masked = bool(np.ma.getmaskarray(array).any()) if isinstance(array, np.ma.MaskedArray) else False
            flat = np.asarray(array).reshape(-1)
            if masked or bool(pd.isna(flat).any()):
                return False
            # Of objects one by one: among texts and numbers there may be an infinite one.
            numbers = (
                flat
                if flat.dtype.kind in "fc"
                else [value for value in flat.tolist() if isinstance(value, float | complex)]
            )
            return bool(np.isfinite(numbers).all())
        except FOREIGN_ERRORS:
            return False


def _measure(name: str, labels: Any, predictions: Any) -> float:
    from authoring.validators.metrics import metric  # noqa: PLC0415 - lint reads options without numpy

    with quiet():
        return metric(name, labels, predictions)


def _violated(reached: float, best: float, tolerance: float, dialect: Dialect) -> str:
    """Return in words what was wanted and not reached, or an empty text."""
    if tolerance == 0:
        import numpy as np  # noqa: PLC0415 - as in `_measure`

        return "" if np.isclose(reached, best) else f"{best:.6g}"
    if dialect == "strict":
        # A share of the size, so that the bound of a negative r2 lies on its worse side.
        bound = best + tolerance * abs(best)
        is_reached = reached <= bound if tolerance > 0 else reached >= bound
    else:
        bound = (1 + tolerance) * best
        # Negated as in DSEval, where NaN passes because it is neither more nor less.
        is_reached = not (reached > bound if tolerance > 0 else reached < bound)
    if is_reached:
        return ""
    return f"at {'most' if tolerance > 0 else 'least'} {bound:.6g}"


VALIDATOR = ModelValidator
