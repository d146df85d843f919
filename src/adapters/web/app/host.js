// The host of the App: JSON-RPC by messages between windows, as MCP Apps say it (revision 2026-01-26).
const REVISION = "2026-01-26";
const NO_METHOD = -32601;

export class Failure extends Error {
  constructor({ message, recovery_hint: hint, code, candidates = [] }) {
    super(message);
    Object.assign(this, { hint, code, candidates });
  }
}

export class Host {
  // `handlers`: what is done with each notification or request of the host, by its method.
  constructor(handlers) {
    this.handlers = handlers;
    this.waiting = new Map();
    this.last = 0;
    this.capabilities = {};
    addEventListener("message", (event) => {
      if (event.source === parent && event.data?.jsonrpc === "2.0") this.receive(event.data);
    });
  }

  // Returns: the context of the host.
  async connect(appInfo, appCapabilities) {
    const found = await this.request("ui/initialize", { protocolVersion: REVISION, appInfo, appCapabilities });
    this.capabilities = found.hostCapabilities ?? {};
    this.notify("ui/notifications/initialized");
    return found.hostContext ?? {};
  }

  receive({ id, method, params = {}, result, error }) {
    if (method === undefined) {
      const { done, fail } = this.waiting.get(id) ?? {};
      this.waiting.delete(id);
      if (error) fail?.(new Failure(error.data?.message ? error.data : { message: error.message }));
      else done?.(result);
      return;
    }
    const answer = method === "ping" ? {} : this.handlers[method]?.(params);
    if (id === undefined) return;
    if (answer === undefined) this.post({ id, error: { code: NO_METHOD, message: `Method not found: ${method}` } });
    else this.post({ id, result: answer });
  }

  request(method, params = {}, signal = undefined) {
    signal?.throwIfAborted();
    const id = ++this.last;
    return new Promise((done, fail) => {
      this.waiting.set(id, { done, fail });
      signal?.addEventListener("abort", () => {
        if (this.waiting.delete(id)) this.notify("notifications/cancelled", { requestId: id });
        fail(signal.reason);
      }, { once: true });
      this.post({ id, method, params });
    });
  }

  notify(method, params = {}) {
    this.post({ method, params });
  }

  // What a tool of the server tells. Throws: Failure.
  async call(name, given, signal = undefined) {
    return told(await this.request("tools/call", { name, arguments: given }, signal));
  }

  async read(uri) {
    const { contents } = await this.request("resources/read", { uri });
    return contents[0].text;
  }

  post(message) {
    parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  }
}

// What a result of a tool tells, out of its text where the host has left the structured form out. Throws: Failure.
export function told(result) {
  const text = (result.content ?? []).find((one) => one.type === "text")?.text ?? "";
  let found = result.structuredContent;
  try {
    found ??= JSON.parse(text);
  } catch {
    found = undefined;
  }
  if (result.isError || !found || found.success === false) {
    throw new Failure(found?.error ?? { message: text || "The server's answer was empty." });
  }
  return found;
}
