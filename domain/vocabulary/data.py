"""Typed data: the struct that says which keys an instance's flat `data` has, and of what type each is.

A struct names its keys by its fields. A field with a default may be missing, and is left out where it is at its default. A
field that is a `dict` stands for a family of keys: `waits: dict[str, str] = {}` holds `waits/ana` and `waits/ben`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple, Protocol, Self, cast, get_args, get_origin

import msgspec
from msgspec import NODEFAULT

from domain.vocabulary.base import Scalar

_KIND: Final = {"conditions": "what", "items": "what", "uses": "what", "choices": "of"}
"""The field that says of which kind an instance is, by component, where it is not called `kind`."""


def kind_of(component: str, instance: object) -> str:
    """Return the kind of an instance, "" where its component knows no kinds."""
    return str(getattr(instance, _KIND.get(component, "kind"), ""))


class Carrier(Protocol):
    """Anything with flat `data`: an instance, stored or looked at."""

    @property
    def data(self) -> Mapping[str, Scalar]:
        """The keys with their values."""


class Data(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Base of the structs that games declare for the data of their instances."""

    @classmethod
    def of(cls, instance: Carrier) -> Self:
        """Return an instance's data, to be read like the struct. Only the fields that are asked for count as looked at.

        A key that is missing, or null where its field is never null, has its field's default; without one, reading it
        raises KeyError. Keys that the struct does not name are passed over.
        """
        return cast(Self, _View(instance.data, cls))

    @classmethod
    def read(cls, instance: Carrier) -> Self:
        """Return an instance's data as the struct itself; every field counts as looked at."""
        view = cls.of(instance)
        fields = {name: getattr(view, name) for name in fields_of(cls)}
        return cls(**{name: dict(value) if isinstance(value, _Family) else value for name, value in fields.items()})

    @classmethod
    def names(cls, instance: Carrier, field: str) -> bool:
        """Whether an instance's data has a field's key."""
        return fields_of(cls)[field].key in instance.data

    @classmethod
    def changes(cls, **fields: Any) -> dict[str, Scalar]:
        """Return the keys of these fields as an event that changes an instance carries them; None takes a key away.

        Raises TypeError where the struct has no such field.
        """
        if strangers := fields.keys() - fields_of(cls).keys():
            raise TypeError(f"{cls.__name__} has no field {', '.join(sorted(strangers))}")
        return _flat(cls, fields)

    def stored(self) -> dict[str, Scalar]:
        """Return the keys with their values as an instance carries them, without what is at its default."""
        values = ((name, field, getattr(self, name)) for name, field in fields_of(type(self)).items())
        return _flat(type(self), {name: value for name, field, value in values if value != field.default})


class DataField(NamedTuple):
    """A field of a struct: its key (of a family: what its keys begin with), the type of a value, and its default."""

    key: str
    type: Any
    default: Any
    is_family: bool
    is_nullable: bool

    @property
    def is_required(self) -> bool:
        """Whether its key is always there."""
        return self.default is NODEFAULT and not self.is_family and not self.is_nullable


@cache
def fields_of(struct: type[Data]) -> Mapping[str, DataField]:
    """Return the fields of a struct by name."""
    return {field.name: _field(field) for field in msgspec.structs.fields(struct)}


def _field(field: msgspec.structs.FieldInfo) -> DataField:
    if get_origin(field.type) is dict:
        prefix = f"{field.name}/" if field.encode_name == field.name else field.encode_name
        return DataField(prefix, get_args(field.type)[1], {}, True, False)
    return DataField(field.encode_name, field.type, field.default, False, is_a(None, field.type))


def _flat(struct: type[Data], fields: Mapping[str, Any]) -> dict[str, Scalar]:
    flat: dict[str, Scalar] = {}
    for name, value in fields.items():
        field = fields_of(struct)[name]
        if field.is_family:
            flat |= {f"{field.key}{word}": one for word, one in value.items()}
        else:
            flat[field.key] = value
    return flat


class _View:
    """Data that is read like its struct, key by key."""

    def __init__(self, data: Mapping[str, Scalar], struct: type[Data]) -> None:
        self._data, self._struct = data, struct

    def __getattr__(self, name: str) -> Any:
        field = fields_of(self._struct).get(name)
        if field is None:
            raise AttributeError(f"{self._struct.__name__} has no field {name!r}")
        if field.is_family:
            return _Family(self._data, field)
        value = self._data.get(field.key, field.default)
        if value is None and not field.is_nullable:
            value = field.default
        if value is not NODEFAULT:
            return value if value is field.default else msgspec.convert(value, field.type, strict=False)
        if field.is_nullable:
            return None
        raise KeyError(field.key)


class _Family(Mapping[str, Any]):
    """The keys of a family without what they begin with. Asking for one reads it alone, going through them reads all."""

    def __init__(self, data: Mapping[str, Scalar], field: DataField) -> None:
        self._data, self._field = data, field

    def __getitem__(self, word: str) -> Any:
        return msgspec.convert(self._data[f"{self._field.key}{word}"], self._field.type, strict=False)

    def __iter__(self) -> Iterator[str]:
        prefix = self._field.key
        return (key.removeprefix(prefix) for key in self._data if key.startswith(prefix))

    def __len__(self) -> int:
        return sum(1 for _ in self)


class DataMisfit(NamedTuple):
    """The way in which data fails to fit its structs. `is_strange`: by a key that none of them names."""

    problem: str
    is_strange: bool = False


def misfit(structs: Iterable[type[Data]], data: Mapping[str, Scalar]) -> DataMisfit | None:
    """Say what is wrong with data: each key has to be one of the structs', with a value of its type.

    A null takes a key away, so that no key which is always there may be null.
    """
    known = [field for struct in structs for field in fields_of(struct).values()]
    for key, value in data.items():
        fields = [field for field in known if _is_of(field, key)]
        if not fields:
            return DataMisfit(
                f"has no key {key!r} there; it has {', '.join(map(_written, known)) or 'none'}", is_strange=True
            )
        if not any(_takes(field, value) for field in fields):
            return DataMisfit(f"has {key!r} there as {_type_of(fields[0])}, not as {value!r}")
    return None


def lacking(struct: type[Data], data: Mapping[str, Scalar]) -> list[str]:
    """Return the keys that are always there by a struct and are not in the data."""
    return [field.key for field in fields_of(struct).values() if field.is_required and field.key not in data]


def is_a(value: Scalar, type: Any) -> bool:
    """Whether a value is of a type, as it stands."""
    try:
        msgspec.convert(value, type)
    except msgspec.ValidationError:
        return False
    return True


def _takes(field: DataField, value: Scalar) -> bool:
    return is_a(value, field.type) or (value is None and not field.is_required)


def _is_of(field: DataField, key: str) -> bool:
    return key.startswith(field.key) if field.is_family else key == field.key


def _written(field: DataField) -> str:
    return f"{field.key}…" if field.is_family else field.key


def _type_of(field: DataField) -> str:
    return str(getattr(field.type, "__name__", field.type))
