import { hasOpenLink } from "../../domains/auth/links/links.queries.ts";
import { updateSecondFactor } from "../../domains/auth/two-factor/second-factors.queries.ts";
import { example } from "./examples.ts";

example(updateSecondFactor).is(({ owner }) => [owner.userId, { wrong_codes: 1 }]);
example(hasOpenLink).is(
  ({ owner }) => [{ purpose: "change-email", subjectId: owner.userId, email: "next@b.test" }],
  ({ owner }) =>
    `insert into account_links (id, purpose, token_hash, subject_id, email, expires_at) values
       (gen_random_uuid(), 'change-email', repeat('y', 43), '${owner.userId}', 'next@b.test', now() + interval '1 day')`,
);
