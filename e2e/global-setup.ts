import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { newPlace } from "./new-place.ts";
import { type ServerPlace, startServer } from "./running-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    place: ServerPlace;
  }
}

/** Starts one server, with the demo store, for all journeys; each signs up a store of its own. Returns what ends it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const place = await newPlace("server");
  project.provide("place", place);
  const server = await startServer(place);
  return async () => {
    await server.stop();
    await rm(place.dataDir, { recursive: true, force: true });
  };
}
