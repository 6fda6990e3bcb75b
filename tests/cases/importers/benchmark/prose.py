# %%
# Nothing is asked here.
print("hello")
