/**
 * Fetches a response of the server. A page instead of one is somebody else's, such as a hotel's sign-in or a proxy's notice: it
 * counts as a connection that failed, so that it is never taken for data.
 */
export async function fetchResponse(request: Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(request, init);
  if (response.ok && response.headers.get("content-type")?.startsWith("text/html")) {
    throw new TypeError(`A page came instead of ${new URL(request.url).pathname}`);
  }
  return response;
}
