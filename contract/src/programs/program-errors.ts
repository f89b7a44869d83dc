import * as z from "zod";

/** What `/api/v1` may refuse a program, whichever endpoint it calls. */
export const programErrors = {
  key_missing: { status: 401, message: "Send an API key in a header, as “Authorization: Bearer dhk_…”" },
  key_invalid: { status: 401, message: "This API key is not one of any store here" },
  key_revoked: { status: 401, message: "This API key was revoked" },
  key_expired: { status: 401, message: "This API key has ended" },
  key_in_address: {
    status: 400,
    message:
      "An API key does not belong in an address, which is logged on its way. Rotate it, and send the new one in a header",
  },
  key_not_from_here: { status: 403, message: "This API key may not be used from this address" },
  key_lacks_scope: {
    status: 403,
    message: "This API key lacks the scope that this needs",
    data: z.object({ scope: z.string() }),
  },
  idempotency_key_needed: {
    status: 400,
    message:
      "Send an Idempotency-Key of 1 to 200 letters, digits and marks with each write, so that it can be repeated",
  },
} as const;

/** What API keys of the store may refuse. */
export const apiKeyErrors = {
  events_forgotten: {
    status: 410,
    message: "What happened after this number is no longer kept. Read the lists anew, and go on from the newest number",
  },
  api_key_not_found: { status: 404, message: "API key not found or access denied" },
  api_key_name_taken: { status: 409, message: "There is an API key with this name already" },
  too_many_api_keys: { status: 409, message: "Your store has 50 API keys. Revoke one first" },
} as const;
