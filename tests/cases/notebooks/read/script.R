library(tidyverse)
