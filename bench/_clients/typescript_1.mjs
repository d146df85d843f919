// Calls through the TypeScript SDK 1.x: a JSON task on standard input, a JSON answer on standard output.
import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const task = JSON.parse(readFileSync(0, "utf8"));
const headers = task.token ? { Authorization: `Bearer ${task.token}` } : {};
const transport = new StreamableHTTPClientTransport(new URL(task.url), { requestInit: { headers } });
const client = new Client({ name: "bench", version: "1" });
await client.connect(transport);
const tools = (await client.listTools()).tools.map((tool) => tool.name);
const answers = [];
for (const [name, given] of task.calls) {
  const one = await client.callTool({ name, arguments: given });
  answers.push([Boolean(one.isError), one.structuredContent, one.content[0].text]);
}
const protocol = transport.protocolVersion;
await client.close();
process.stdout.write(JSON.stringify({ protocol, tools, answers }));
