import pg from "pg";
import { pino } from "pino";
import { readSettings } from "../../server/src/env.ts";
import { urlForRole } from "../../server/src/platform/db/roles.ts";
import { serve } from "../../server/src/serve.ts";
import type { Case, Target } from "../cases/case.ts";
import { secret } from "../data/people.ts";
import { type Recording, recordStatements, replay } from "./bare-sql.ts";
import { findFreePort } from "./listen-on.ts";
import { rateOf, runLoad } from "./run-load.ts";
import { signInAll } from "./sign-in.ts";
import { productionSettings } from "./start-server.ts";

const samples = 60;

/** Runs a server in this process, without its worker, and records the statements of each case's requests. */
export async function measureBareSql(
  dataDir: string,
  ownerUrl: string,
  cases: Case[],
  concurrencies: number[],
  seconds: number,
): Promise<Map<string, number>> {
  const ports = { httpPort: await findFreePort(), smtpPort: await findFreePort() };
  const unsealed = readSettings({ ...productionSettings(dataDir, ports, 9), ROLE: "web,smtp" });
  const server = await serve(
    { ...unsealed, secret, smtpTls: null },
    ownerUrl,
    pino({ level: "error" }, pino.destination(2)),
  );
  const pool = new pg.Pool({ connectionString: urlForRole(ownerUrl, "app", secret), max: 8 });
  const rates = new Map<string, number>();
  try {
    const target: Target = { ...ports, cookies: await signInAll(ports.httpPort) };
    for (const testCase of cases) {
      if (testCase.bareTask) {
        const { bareTask } = testCase;
        for (const concurrency of concurrencies)
          rates.set(`${testCase.name} ${concurrency}`, rateOf(await runLoad(concurrency, seconds, bareTask)));
      }
      if (!testCase.hasBareSql) continue;
      const session = await testCase.open(target, 1);
      await session.task(0);
      const recordings: Recording[] = [];
      for (let at = 0; at < samples; at++) recordings.push(await recordStatements(() => session.task(0)));
      await session.close();
      for (const concurrency of concurrencies) {
        let at = 0;
        const load = await runLoad(concurrency, seconds, async () => {
          const recording = recordings[at++ % samples];
          if (recording) await replay(pool, recording);
        });
        rates.set(`${testCase.name} ${concurrency}`, rateOf(load));
      }
    }
  } finally {
    await pool.end();
    await server.stop();
  }
  return rates;
}
