import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { Writable } from "node:stream";

/** Where a file finds no room: before its folder is made, when it is opened, after so many bytes, or when it is closed. */
export type Fullness = "at the folder" | "at the file" | number | "at the end";

export type DiskStandIn = {
  /** Null while there is room. */
  full: Fullness | null;
  /** Puts the real disk back. */
  remove(): void;
};

/** Puts a disk that can be full before the one that this process makes folders and streams files on. */
export function putDiskBefore(): DiskStandIn {
  const { createWriteStream } = fs;
  const { mkdir } = fs.promises;
  const disk: DiskStandIn = {
    full: null,
    remove: () => put({ createWriteStream }, { mkdir }),
  };
  put(
    {
      createWriteStream: (...given: Parameters<typeof createWriteStream>) =>
        disk.full === null ? createWriteStream(...given) : fileWithoutRoom(disk.full),
    },
    {
      mkdir: (...given: Parameters<typeof mkdir>) =>
        disk.full === "at the folder" ? Promise.reject(noSpace()) : mkdir(...given),
    },
  );
  return disk;
}

function put(ofStreams: object, ofPromises: object): void {
  Object.assign(fs, ofStreams);
  Object.assign(fs.promises, ofPromises);
  // Whoever imported them by name has them now as well.
  syncBuiltinESMExports();
}

/** A file on a full disk, which takes some time to say so, as real ones do. */
function fileWithoutRoom(full: Fullness): Writable {
  let size = 0;
  return new Writable({
    construct: (done) => setTimeout(() => done(full === "at the file" ? noSpace() : null), 20),
    write(piece: Buffer, _encoding, done) {
      size += piece.length;
      setTimeout(() => done(typeof full === "number" && size > full ? noSpace() : null), 5);
    },
    final: (done) => setTimeout(() => done(full === "at the end" ? noSpace() : null), 20),
  });
}

function noSpace(): Error {
  return Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
}
