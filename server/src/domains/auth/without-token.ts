/**
 * A response of the sign-in library without the session's token, which it repeats in the body: it is for the cookie alone, which no script
 * reads.
 */
export async function withoutToken(response: Response): Promise<Response> {
  if (!response.headers.get("content-type")?.startsWith("application/json")) return response;
  const { status, headers } = response;
  const text = await response.text();
  const body: unknown =
    text === "" ? "" : JSON.parse(text, (key, value: unknown) => (key === "token" ? undefined : value));
  return new Response(text === "" ? null : JSON.stringify(body), { status, headers });
}
