/**
 * True for a message of the protocol: a request with a JSON body, or the end of one. The contract sends neither files
 * nor streams to the engine. The handlers turn anything else into a printed stack trace or an unhandled rejection,
 * which ends the process; no client of ours sends it, so the connection is closed instead.
 */
export function isCall(data: unknown): boolean {
  if (typeof data !== 'string') return false;
  try {
    const { i: id, t: type = 1, p: payload } = JSON.parse(data);
    if (typeof id !== 'string') return false;
    if (type === 4) return true;
    const { u: url, h: headers = {} } = payload;
    return (
      type === 1 &&
      URL.canParse(url.startsWith('/') ? `http://orpc${url}` : url) &&
      !('content-type' in headers) &&
      !('content-disposition' in headers)
    );
  } catch {
    return false;
  }
}
