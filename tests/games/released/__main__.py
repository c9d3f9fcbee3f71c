"""Write the games of the present version again."""

import tomllib

from tests.games.released import FOLDER, path_of, write

version = tomllib.loads((FOLDER.parents[2] / "pyproject.toml").read_text())["project"]["version"]
write(version)
print(path_of(version))
