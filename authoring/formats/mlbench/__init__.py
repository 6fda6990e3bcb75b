"""ML-Benchmark of Data Interpreter: whole tasks, scored by completed steps and by what predictions reach."""

from authoring.formats.base.port import Format

FORMAT = Format(summary="whole tasks of ML-Benchmark's kind: train on one table, predict another")
