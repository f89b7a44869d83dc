import { readFile, rename, writeFile } from "node:fs/promises";
import type { Desk } from "../create-stand-in.ts";
import { stateOf } from "./store.ts";
import type { StandInApp, StoreState } from "./store-state.ts";

/** What the data file holds. */
export type KeptState = { app: StandInApp; stores: StoreState[] };

const pause = 300;

/** The state of an earlier run; null when there is none. */
export async function readState(path: string): Promise<KeptState | null> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    // The first start with this file.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Writes the state soon after each change, whole or not at all. Returns what writes it now. */
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
  // It holds the secret of the app and its tokens.
  await writeFile(`${path}.part`, JSON.stringify(state), { mode: 0o600 });
  await rename(`${path}.part`, path);
}
