import { randomUUID } from "node:crypto";
import type { Isolation } from "../../testing/isolation/isolation.ts";

const weekdays = [...Array.from({ length: 5 }, (): [number, number][] => [[540, 1_020]]), [], []];
const office = (name: string) => ({
  name: name.slice(0, 100),
  timeZone: "Europe/Berlin",
  week: weekdays,
  country: "DE",
  region: "BY",
  daysOff: [{ day: "2026-12-24", name: "Christmas Eve" }],
});

export const isolation: Isolation = async (_app, { openingKey, owner, secret }) => {
  const { id, version } = await owner.api.hours.create({ ...office(`Hours ${secret}`), idempotencyKey: randomUUID() });
  return {
    inputs: {
      "hours.list": () => ({}),
      "hours.create": () => ({ ...office(openingKey), idempotencyKey: openingKey }),
      "hours.update": () => ({ ...office(`Changed ${openingKey}`), id, expectedVersion: version }),
      "hours.countries": () => ({}),
      "hours.holidays": () => ({ country: "DE", region: "BY" }),
      "hours.remove": () => ({ id }),
    },
  };
};
