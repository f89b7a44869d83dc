import type { Isolation } from "../../testing/isolation/isolation.ts";
import { makeTicket } from "../../testing/test-desk.ts";

/** Settings as they are saved. */
const edit = { isOn: true, hours: 4, pauseDays: 30, asksAfterComplaints: false };

export const isolation: Isolation = async (app, { owner, secret }) => {
  const { id: ticketId } = await makeTicket(app, owner, {
    subject: `rated ${secret}`,
    from: `rated-${secret}@customer.test`,
  });
  const link = { name: `Reviews ${secret}`.slice(0, 40), url: `https://reviews.example/${encodeURIComponent(secret)}` };
  const { version } = await owner.api.ratings.save({ ...edit, reviewLinks: [link], expectedVersion: 0 });
  await app.asOwner(
    `insert into ticket_ratings (client_id, ticket_id, id, language, score, comment, rated_at)
     values ($1, $2, gen_random_uuid(), 'en', 1, $3, now())`,
    [owner.tenantId, ticketId, secret],
    owner.tenantId,
  );
  return {
    inputs: {
      "ratings.settings": () => ({}),
      "ratings.save": () => ({ ...edit, reviewLinks: [], expectedVersion: version }),
      "ratings.preview": () => ({ view: "mail", language: "de", reviewLinks: [] }),
    },
  };
};
