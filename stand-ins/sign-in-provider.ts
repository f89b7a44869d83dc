import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

/** A person with an account at the provider, who allows everything. */
export type Member = { id: string; email?: string; isConfirmed?: boolean; name?: string };

/** What goes wrong at the provider, as real ones or an attacker would do it. */
export type ProviderFault =
  | "denied"
  | "code-expired"
  | "for-another-app"
  | "of-another-issuer"
  | "signed-by-another"
  | "statement-expired"
  | "down"
  | "no-json";

type Grant = { challenge: string; redirectUri: string; member: Member; isExpired: boolean };

export type SignInProvider = Awaited<ReturnType<typeof openSignInProvider>>;

/**
 * Plays Google and X for signing in: OAuth 2.0 with codes (RFC 6749, section 4.1) and PKCE (RFC 7636), and OpenID Connect's signed
 * statement. It refuses what they refuse: an unknown return address, a verifier that does not match, a wrong secret, a code used twice.
 */
export async function openSignInProvider(client: { id: string; secret: string }, redirectUris: string[]) {
  const grants = new Map<string, Grant>();
  const holders = new Map<string, Member>();
  const [own, foreign] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")]);
  const jwk = { ...(await exportJWK(own.publicKey)), kid: "one", alg: "RS256", use: "sig" };
  const state = { member: { id: "1" } as Member, fault: null as ProviderFault | null, url: "" };

  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", state.url);
    if (pathname === "/o/oauth2/v2/auth" || pathname === "/i/oauth2/authorize") {
      return void response.writeHead(302, { location: authorize(searchParams) }).end();
    }
    if (state.fault === "down") return void response.writeHead(503).end("<html>Down</html>");
    if (state.fault === "no-json") return void response.writeHead(200).end("<html>Hello</html>");
    if (pathname === "/oauth2/v3/certs") return send(response, { keys: [jwk] });
    if (pathname === "/token") return send(response, await token(await formOf(request), "body"));
    if (pathname === "/2/oauth2/token") {
      return send(response, await token(await formOf(request), "head", request.headers.authorization));
    }
    if (pathname === "/2/users/me") return send(response, profileOf(request.headers.authorization));
    response.writeHead(404).end();
  }

  function authorize(asked: URLSearchParams): string {
    const redirectUri = asked.get("redirect_uri") ?? "";
    const challenge = asked.get("code_challenge") ?? "";
    must(asked.get("client_id") === client.id, "client_id");
    must(redirectUris.includes(redirectUri), "redirect_uri");
    must(asked.get("response_type") === "code", "response_type");
    must(asked.get("code_challenge_method") === "S256" && /^[\w-]{43}$/.test(challenge), "code_challenge");
    must(asked.get("state") !== null && asked.get("scope") !== null, "state or scope");
    must(asked.get("access_type") === "offline" && asked.get("prompt") === "consent", "access_type or prompt");
    const back = new URL(redirectUri);
    back.searchParams.set("state", asked.get("state") ?? "");
    if (state.fault === "denied") back.searchParams.set("error", "access_denied");
    else {
      const code = randomUUID();
      grants.set(code, { challenge, redirectUri, member: state.member, isExpired: state.fault === "code-expired" });
      back.searchParams.set("code", code);
    }
    return back.href;
  }

  async function token(form: URLSearchParams, secretIn: "head" | "body", authorization?: string) {
    const code = form.get("code") ?? "";
    const grant = grants.get(code);
    grants.delete(code);
    const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString("base64")}`;
    must(form.get("grant_type") === "authorization_code", "grant_type");
    must(secretIn === "head" ? authorization === basic : form.get("client_secret") === client.secret, "secret");
    must(grant !== undefined && !grant.isExpired && grant.redirectUri === form.get("redirect_uri"), "code");
    const verifier = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    must(verifier === grant?.challenge, "code_verifier");
    const accessToken = randomUUID();
    const member = grant?.member ?? state.member;
    holders.set(accessToken, member);
    const rest = { token_type: "Bearer", expires_in: 3600, refresh_token: randomUUID() };
    return { access_token: accessToken, ...rest, ...(secretIn === "body" && { id_token: await statement(member) }) };
  }

  function statement({ id, email, isConfirmed, name }: Member): Promise<string> {
    const { fault } = state;
    return new SignJWT({ ...(email && { email, email_verified: isConfirmed ?? true }), ...(name && { name }) })
      .setProtectedHeader({ alg: "RS256", kid: "one" })
      .setSubject(id)
      .setIssuer(fault === "of-another-issuer" ? "https://issuer.example" : state.url)
      .setAudience(fault === "for-another-app" ? "another-app" : client.id)
      .setIssuedAt()
      .setExpirationTime(fault === "statement-expired" ? "-10 minutes" : "1 hour")
      .sign(fault === "signed-by-another" ? foreign.privateKey : own.privateKey);
  }

  function profileOf(authorization = "") {
    const member = holders.get(authorization.replace(/^Bearer /, ""));
    must(member !== undefined, "access token");
    const { id, name = "", email, isConfirmed = true } = member ?? state.member;
    return { data: { id, name, username: `u${id}`, ...(email && isConfirmed && { confirmed_email: email }) } };
  }

  return {
    client,
    url: state.url,
    /** Sets who signs in there from now on, and what goes wrong. */
    become(member: Member, fault: ProviderFault | null = null) {
      Object.assign(state, { member, fault });
    },
    /** Visits the address to which a browser was sent; returns the address to which it comes back. */
    async visit(address: string): Promise<URL> {
      const response = await fetch(address, { redirect: "manual" });
      const location = response.headers.get("location");
      if (!location) throw new Error(`The provider refused: ${response.status} ${await response.text()}`);
      return new URL(location);
    },
    stop: () => new Promise<void>((done) => server.close(() => done())),
  };
}

function must(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`invalid_request: ${what}`);
}

function send(response: ServerResponse, body: object): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
}
