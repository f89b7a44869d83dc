import type { FastifyInstance } from "fastify";

/** More than a page without JavaScript sends, with each letter encoded. */
const mostBytes = 64 * 1024;

/** Has the routes of this scope read the bodies of forms, as browsers send them without JavaScript. The first of two fields counts. */
export function readFormBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<string>(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: mostBytes },
    (_request, body, done) => {
      const fields = [...new URLSearchParams(body)].reverse();
      done(null, Object.fromEntries(fields));
    },
  );
}
