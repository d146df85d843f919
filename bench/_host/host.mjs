// A small host of MCP Apps on the official bridge: shows the App of a tool beside the tool's answer, as hosts do.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { AppBridge, PostMessageTransport, RESOURCE_MIME_TYPE, getToolUiResourceUri } from "@modelcontextprotocol/ext-apps/app-bridge";

const UI = "io.modelcontextprotocol/ui";
const listed = (domains = []) => domains.join(" ");

// The policy that the specification asks of hosts, out of what the document's `_meta` allows.
function policy({ connectDomains, resourceDomains, frameDomains, baseUriDomains } = {}) {
  const from = listed(resourceDomains);
  return `default-src 'none'; script-src 'self' 'unsafe-inline' ${from}; style-src 'self' 'unsafe-inline' ${from};`
    + ` img-src 'self' data: ${from}; font-src 'self' ${from}; media-src 'self' data: ${from};`
    + ` connect-src ${listed(connectDomains) || "'none'"}; frame-src ${listed(frameDomains) || "'none'"};`
    + ` object-src 'none'; base-uri ${listed(baseUriDomains) || "'self'"}`;
}

window.happened = [];
const note = (what, given) => window.happened.push([what, given]);

window.show = async ({ tool: name, given, era = "auto", context = {}, resources = true, cancelled = "" }) => {
  const client = new Client(
    { name: "a small host", version: "1" },
    { versionNegotiation: { mode: era }, capabilities: { extensions: { [UI]: { mimeTypes: [RESOURCE_MIME_TYPE] } } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", location.href)));
  const { tools } = await client.listTools();
  const uri = getToolUiResourceUri(tools.find((one) => one.name === name));
  const document_ = (await client.readResource({ uri })).contents[0];
  if (document_.mimeType !== RESOURCE_MIME_TYPE) throw new Error(document_.mimeType);
  const ui = document_._meta.ui;
  const html = document_.text.replace("<head>", `<head><meta http-equiv="Content-Security-Policy" content="${policy(ui.csp)}">`);

  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.title = name;
  document.body.append(frame);
  const capabilities = {
    openLinks: {}, serverTools: {}, logging: {}, updateModelContext: { text: {} }, ...(resources ? { serverResources: {} } : {}),
  };
  const hostContext = { theme: "light", displayMode: "inline", availableDisplayModes: ["inline", "fullscreen"], ...context };
  const bridge = new AppBridge(client, { name: "a small host", version: "1" }, capabilities, { hostContext });
  bridge.onopenlink = async ({ url }) => { note("link", url); return {}; };
  bridge.onupdatemodelcontext = async ({ content }) => { note("context", content[0].text); return {}; };
  bridge.onrequestdisplaymode = async ({ mode }) => {
    note("mode", mode);
    frame.classList.toggle("full", mode === "fullscreen");
    bridge.setHostContext({ ...hostContext, displayMode: mode });
    return { mode };
  };
  bridge.onsizechange = ({ height }) => { note("size", height); if (height) frame.style.height = `${height}px`; };
  const ready = new Promise((done) => { bridge.oninitialized = done; });
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  bridge.oncalltool = async (params) => { note("call", params); return client.callTool(params); };
  bridge.onreadresource = async (params) => { note("read", params.uri); return client.readResource(params); };
  frame.srcdoc = html;
  await ready;
  await bridge.sendToolInput({ arguments: given });
  if (cancelled) await bridge.sendToolCancelled({ reason: cancelled });
  else await bridge.sendToolResult(await client.callTool({ name, arguments: given }));
  window.bridge = bridge;
  window.leave = async () => { await bridge.teardownResource({}); frame.remove(); note("left", true); };
  return { app: bridge.getAppVersion(), can: bridge.getAppCapabilities(), ui, bytes: document_.text.length, protocol: client.getNegotiatedProtocolVersion() };
};
