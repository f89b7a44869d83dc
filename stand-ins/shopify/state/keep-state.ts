import { readFile, rename, writeFile } from "node:fs/promises";
import type { Desk } from "../create-stand-in.ts";
import { stateOf } from "./store.ts";
import type { StandInApp, StoreState } from "./store-state.ts";

/** The content of the data file. */
export type KeptState = { app: StandInApp; stores: StoreState[] };

const pause = 300;

/** Reads the state of an earlier run; null if there is none. */
export async function readState(path: string): Promise<KeptState | null> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    // This is the first start with this file.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Writes the state soon after each change, completely or not at all. Returns a function that writes it now. */
export function keepState(desk: Desk, path: string): () => Promise<void> {
  let timer: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();
  const write = () => {
    timer = null;
    writing = writing.then(() => writeWhole(path, { app: desk.app, stores: storesOf(desk) }));
    return writing;
  };
  desk.changed = () => {
    timer ??= setTimeout(() => void write(), pause);
  };
  return async () => {
    if (timer) clearTimeout(timer);
    await write();
  };
}

function storesOf({ stores }: Desk): StoreState[] {
  return [...stores.values()].map(({ store }) => stateOf(store));
}

async function writeWhole(path: string, state: KeptState): Promise<void> {
  // The file contains the app's secret and its tokens.
  await writeFile(`${path}.part`, JSON.stringify(state), { mode: 0o600 });
  await rename(`${path}.part`, path);
}
