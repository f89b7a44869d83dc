import { expect, test } from "vitest";
import { admitFiles, type ReplyFile, sendObstacle, totalText } from "./reply-file.ts";

const megabyte = 1024 * 1024;
const file = (name: string, size: number) => ({ name, size });

test("admits files in order up to 25 MB in total; a smaller one may still fit after a refused one", () => {
  const { admitted, refusals } = admitFiles(
    [{ size: 10 * megabyte }],
    [file("a", 14 * megabyte), file("b", 2 * megabyte), file("c", megabyte), file("d", 26 * megabyte)],
  );
  expect(admitted.map(({ name }) => name)).toEqual(["a", "c"]);
  expect(refusals).toEqual([
    "“b” was not attached: with its 2 MB the files would exceed the 25 MB that one reply can carry.",
    "“d” was not attached: it has 26 MB, and one reply can carry 25 MB.",
  ]);
  expect(admitFiles([], [file("e", 25 * megabyte + 1)]).refusals).toEqual([
    "“e” was not attached: it has a little over 25 MB, and one reply can carry 25 MB.",
  ]);
});

test("refuses an empty file and a twenty-first one by name", () => {
  const present = Array.from({ length: 19 }, () => ({ size: 1 }));
  const { admitted, refusals } = admitFiles(present, [file("empty", 0), file("last", 1), file("over", 1)]);
  expect(admitted.map(({ name }) => name)).toEqual(["last"]);
  expect(refusals).toEqual([
    "“empty” was not attached: it is empty, or a folder.",
    "“over” was not attached: one reply can have 20 files.",
  ]);
});

test("says what keeps a reply from being sent", () => {
  const at = (phase: ReplyFile["phase"]): ReplyFile => ({
    key: phase,
    filename: `${phase}.txt`,
    size: 1,
    progress: 0,
    uploadId: null,
    error: null,
    phase,
  });
  expect(sendObstacle([], true)).toBeNull();
  expect(sendObstacle([at("stored")], true)).toBeNull();
  expect(sendObstacle([at("stored"), at("sending")], true)).toBe("1 file is still uploading");
  expect(sendObstacle([at("waiting"), at("sending")], false)).toBe("2 files are waiting for a connection");
  expect(sendObstacle([at("failed"), at("sending")], true)).toBe(
    "“failed.txt” is not attached yet. Try it again or remove it",
  );
  expect(totalText([{ size: megabyte }, { size: megabyte / 2 }])).toBe("2 files, 1.5 MB of 25 MB");
});
