"""Write the generated parts of `retcon_client`: `python -m tests.api.client.generating`."""

from tests.api.client.generating.package import FOLDER, own_document, write

if __name__ == "__main__":
    write(own_document(), FOLDER)
