import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { Writable } from "node:stream";

/** Where a full disk shows: when a folder is made, when a file is opened, after this many bytes, or when it is closed. */
export type Fullness = "at the folder" | "at the file" | number | "at the end";

export type DiskStandIn = {
  /** Null while the disk has room. */
  full: Fullness | null;
  /** Restores the real disk. */
  remove(): void;
};

/** Replaces this process's functions for folders and file streams with ones whose disk can be full. */
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
  // This also reaches code that imported the functions by name.
  syncBuiltinESMExports();
}

/** A file on a full disk, which reports the error after some time, as real ones do. */
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
