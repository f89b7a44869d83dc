import pg from "pg";

export type Together = {
  client: pg.Client;
  each<Thing>(things: Iterable<Thing>, work: (client: pg.Client, thing: Thing) => Promise<unknown>): Promise<void>;
  end(): Promise<void>;
};

/**
 * Connects twice, as two cores are what is measured on: `each` does a work for each thing, in their order and two at a time,
 * `client` is one of the two, for what comes before and after.
 */
export async function connectTogether(url: string, settings: string): Promise<Together> {
  const clients = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })] as const;
  for (const client of clients) {
    await client.connect();
    await client.query(settings);
  }
  return {
    client: clients[0],
    async each(things, work) {
      const waiting = things[Symbol.iterator]();
      await Promise.all(
        clients.map(async (client) => {
          for (let next = waiting.next(); !next.done; next = waiting.next()) await work(client, next.value);
        }),
      );
    },
    async end() {
      await Promise.all(clients.map((client) => client.end()));
    },
  };
}
