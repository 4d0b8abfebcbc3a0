"""Games that somebody else wrote: packages of their own, installed beside Retcon and tested in processes of their own."""
