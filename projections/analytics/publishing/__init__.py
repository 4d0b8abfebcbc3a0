"""The published data set: facts as Parquet files, by campaign and month, which follow the ledgers exactly once.

`filesystems` is where it lies, `manifest` what belongs to it, `changes` what has to be written anew, `publisher` writes it, `dataset` reads it.
"""
