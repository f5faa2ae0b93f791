"""What is kept of a picture that somebody sends: its pixels, upright and of bounded size, and nothing else."""

import zipfile
from io import BytesIO
from threading import BoundedSemaphore, Event

import pytest
from django.utils import translation
from django.utils.translation import get_language
from PIL import Image, ImageCms, ImageDraw

from clubs.pictures import images
from clubs.pictures.images import LONGEST_SIDE, MAX_BYTES, THUMBNAIL_SIDE, BusyError, PictureError, encode_anew
from tests.clubs.pictures.samples import GPS, HTML, SVG, bomb, drawn, encoded, moving, photograph


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


def red_corner(picture: Image.Image) -> str:
    """The corner that is red."""
    right, low = picture.width - 5, picture.height - 5
    places = {"upper left": (4, 4), "upper right": (right, 4), "lower left": (4, low), "lower right": (right, low)}
    colours = {name: picture.convert("RGB").getpixel(place) for name, place in places.items()}
    return " and ".join(name for name, (red, green, _blue) in colours.items() if red > 150 and green < 90)


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_where_and_by_what_it_was_taken_is_gone(form):
    sent = photograph(form=form)
    assert opened(sent).getexif().get_ifd(GPS)
    kept = encode_anew(sent)
    for data in (kept.image, kept.thumbnail):
        assert opened(data).format == "WEBP"
        assert not opened(data).getexif()
        assert b"Vallamkali" not in data
        assert not {b"EXIF", b"XMP ", b"ICCP"} & {data[place : place + 4] for place in range(len(data))}


def test_a_profile_and_xmp_are_gone():
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    sent = encoded(drawn(), "WEBP", icc_profile=profile, xmp=b"<x:xmpmeta>Vallamkali</x:xmpmeta>")
    assert b"ICCP" in sent
    kept = encode_anew(sent)
    assert b"ICCP" not in kept.image
    assert b"Vallamkali" not in kept.image


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_picture_stands_upright_however_the_phone_was_held(orientation):
    corner = ["upper left", "upper right", "lower right", "lower left"] * 2
    expected = {1: 0, 2: 1, 3: 2, 4: 3, 5: 0, 6: 1, 7: 2, 8: 3}[orientation]
    kept = encode_anew(photograph(orientation))
    for data in (kept.image, kept.thumbnail):
        assert red_corner(opened(data)) == corner[expected]
    assert (kept.width, kept.height) == ((640, 480) if orientation < 5 else (480, 640))


@pytest.mark.parametrize(("form", "size"), [("JPEG", (6000, 4000)), ("PNG", (3000, 5000)), ("WEBP", (2001, 10))])
def test_a_large_picture_is_kept_smaller(form, size):
    kept = encode_anew(encoded(drawn(size), form))
    assert max(kept.width, kept.height) == LONGEST_SIDE
    assert abs(kept.width / kept.height - size[0] / size[1]) < size[0] / size[1] / 10 + 1
    assert opened(kept.image).size == (kept.width, kept.height)
    assert max(opened(kept.thumbnail).size) == THUMBNAIL_SIDE


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"", "picture-missing"),
        (HTML, "no-picture"),
        (SVG, "no-picture"),
        (b"%PDF-1.7\n", "no-picture"),
        (encoded(drawn(), "GIF"), "no-picture"),
        (encoded(drawn(), "BMP"), "no-picture"),
        (encoded(drawn(), "TIFF"), "no-picture"),
        (b"\xff\xd8\xff\xe0" + HTML, "picture-broken"),
        (photograph()[:4000], "picture-broken"),
        (encoded(drawn(), "PNG")[:600], "picture-broken"),
        (encoded(drawn(), "WEBP")[:300], "picture-broken"),
        (moving("PNG"), "picture-moves"),
        (moving("WEBP"), "picture-moves"),
        (bomb(), "too-many-pixels"),
        (bomb(6000), "too-many-pixels"),
        (b"\xff" * (MAX_BYTES + 1), "picture-too-large"),
    ],
    ids=[
        "nothing", "html", "svg", "pdf", "gif", "bmp", "tiff", "html behind a jpeg's first bytes", "half a jpeg",
        "half a png", "half a webp", "a moving png", "a moving webp", "a bomb", "a small bomb", "too large",
    ],
)  # fmt: skip
def test_what_is_no_still_picture_is_refused_with_the_reason(sent, code):
    with pytest.raises(PictureError) as refused:
        encode_anew(sent)
    assert refused.value.code == code
    assert refused.value.field == "picture"


def test_a_zip_file_behind_a_picture_is_not_kept():
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("Vallamkali.txt", b"\0" * 10_000_000)
    kept = encode_anew(photograph() + packed.getvalue())
    assert b"Vallamkali" not in kept.image
    with pytest.raises(PictureError):
        encode_anew(packed.getvalue())


def test_a_script_within_a_picture_is_not_kept():
    assert b"<script" not in encode_anew(encoded(drawn(), comment=HTML)).image


def test_small_writing_on_a_large_black_and_white_scan_is_not_lost():
    """A line of one pixel in six: by the nearest pixel alone most of such lines would be gone."""
    scan = Image.new("1", (6000, 600), 1)
    ImageDraw.Draw(scan).line((0, 301, 6000, 301), fill=0)
    kept = opened(encode_anew(encoded(scan, "PNG")).image)
    assert min(kept.convert("L").getpixel((1000, y)) for y in range(kept.height)) < 225


@pytest.mark.parametrize("mode", ["I;16", "CMYK", "P", "1", "LA"])
def test_large_pictures_of_every_mode_are_made_smaller(mode):
    picture = drawn((2600, 900), "L" if mode == "I;16" else "RGB")
    picture = picture.convert("I").point(lambda value: value * 256).convert(mode) if mode == "I;16" else picture
    sent = encoded(picture.convert(mode), "JPEG" if mode == "CMYK" else "PNG")
    assert opened(encode_anew(sent).image).size[0] == LONGEST_SIDE


@pytest.mark.parametrize(
    "sent",
    [
        encoded(drawn(mode="CMYK"), "JPEG"),
        encoded(drawn(mode="L"), "JPEG"),
        encoded(drawn(mode="P"), "PNG"),
        encoded(drawn(mode="1"), "PNG"),
        encoded(drawn(mode="L").convert("I").point(lambda value: value * 256).convert("I;16"), "PNG"),
        encoded(drawn(), "MPO", save_all=True, append_images=[drawn()]),
        encoded(drawn(), "JPEG", progressive=True),
    ],
    ids=["cmyk", "grey", "palette", "black and white", "16 bits", "two pictures in a jpeg", "progressive"],
)
def test_pictures_of_every_mode_are_kept_as_they_look(sent):
    kept = opened(encode_anew(sent).image)
    assert kept.mode == "RGB"
    assert min(kept.getpixel((600, 440))) > 240
    assert min(kept.crop((10, 10, 300, 200)).resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))) < 120


@pytest.mark.parametrize(
    "exif",
    [
        b"Exif\0\0",
        b"Exif\0\0MM\0*\0\0\0\x08\xff\xff\x01\x12\0\x03",
        b"Exif\0\0II*\0\xff\xff\xff\xff" + b"\x12\x01" * 99,
    ],
    ids=["empty", "cut off", "nonsense"],
)
def test_a_photograph_with_broken_metadata_is_a_photograph_all_the_same(exif):
    assert red_corner(opened(encode_anew(encoded(drawn(), exif=exif)).image)) == "upper left"


def test_what_is_transparent_is_white():
    sent = Image.new("RGBA", (100, 100), (0, 0, 0, 0))
    assert min(opened(encode_anew(encoded(sent, "PNG")).image).getpixel((50, 50))) > 250


def test_the_same_picture_has_the_same_digest_whatever_its_metadata():
    assert encode_anew(photograph()).digest == encode_anew(encoded(drawn())).digest
    assert encode_anew(photograph(3)).digest != encode_anew(photograph()).digest


def test_a_picture_that_takes_too_long_is_refused_and_keeps_its_place_until_it_is_done(monkeypatch):
    goes_on, entered = Event(), Event()

    def slow(data: bytes):
        entered.set()
        goes_on.wait(30)
        return "done"

    places = BoundedSemaphore(1)
    monkeypatch.setattr(images, "_DECODING", places)
    monkeypatch.setattr(images, "_encode", slow)
    monkeypatch.setattr(images, "MAX_SECONDS", 0.05)
    monkeypatch.setattr(images, "MAX_WAIT_SECONDS", 0.05)
    with pytest.raises(BusyError):
        encode_anew(photograph())
    assert entered.wait(30)
    with pytest.raises(BusyError):
        encode_anew(photograph())
    goes_on.set()
    assert places.acquire(timeout=10)


def test_a_refusal_is_in_the_language_of_the_request(monkeypatch):
    monkeypatch.setattr(images, "_encode", lambda data: get_language())
    with translation.override("ml"):
        assert encode_anew(photograph()) == "ml"
