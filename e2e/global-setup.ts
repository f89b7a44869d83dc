import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { newPlace } from "./new-place.ts";
import { type ServerPlace, startServer } from "./running-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The shared servers, one per worker. */
    places: ServerPlace[];
  }
}

/** Starts one server with the demo store for all journeys of a worker; each journey signs up its own store. Returns what stops them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const workers = Array.from({ length: project.vitest.config.maxWorkers }, (_, index) => index + 1);
  const places = await Promise.all(workers.map((worker) => newPlace(`server-${worker}`)));
  project.provide("places", places);
  const servers = await Promise.all(places.map((place) => startServer(place)));
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await Promise.all(places.map(({ dataDir }) => rm(dataDir, { recursive: true, force: true })));
  };
}
