# %% [markdown]
# # 4. Numbers

# %% [markdown]
# Some words.

# %% [markdown]
# **Q1. Add 1 and 2.**

# %%
1 + 2

# %% [markdown]
# **Question 2:** Multiply 3 by 4 (★☆☆)

# %%
3 * 4

# %% [markdown]
# Exercise 3 - Divide 8 by 2
# <br>

# %%
8 / 2

# %% [markdown]
# 4) Which of these is the largest?
#
# 1. three
# 2. seven

# %%
max(3, 7)

# %% [markdown]
# ### Task 5. Squares
# Some words about squares.

# %% [markdown]
# #### Task 5.a Square 3

# %%
3 ** 2

# %% [markdown]
# #### Task 5.b Square the number shown in the figure.
#
# ![number](number.png)

# %%
4 ** 2

# %% [markdown]
# Q6: Go on as above.

# %%
5 ** 2

# %% [markdown]
# ### BONUS: Ask a question of your own.

# %%
# your turn
