import type { TestProject } from "vitest/node";
import { startTestServer, type TestDatabases } from "../test-databases.ts";

declare module "vitest" {
  export interface ProvidedContext {
    testDatabases: TestDatabases;
  }
}

/**
 * Starts the database server of a test run, for Vitest's globalSetup; tests get it with inject("testDatabases").
 * TEST_DATABASE_URL names a running server instead, TEST_POSTGRES_BIN other programs (such as /usr/lib/postgresql/15/bin).
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer({
    externalUrl: process.env.TEST_DATABASE_URL,
    binDir: process.env.TEST_POSTGRES_BIN,
  });
  try {
    project.provide("testDatabases", await server.databases());
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server.stop;
}
