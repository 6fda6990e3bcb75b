"""What is removed, renamed, reopened, edited or mended after it was made: seeds, drafts, admitted sets, files."""
