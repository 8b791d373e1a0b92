/**
 * What the suite starts as the client: it hands the scenario over to the one process that has everything loaded.
 * JavaScript, as it is started sixty times and TypeScript would make each start three times as long.
 */
import { connect } from "node:net";
import { text } from "node:stream/consumers";

const [port, url] = process.argv.slice(2);
const { MCP_CONFORMANCE_SCENARIO: scenario, MCP_CONFORMANCE_CONTEXT: context } = process.env;

const socket = connect(Number(port));
socket.end(JSON.stringify({ url, scenario, context }));
process.stderr.write(await text(socket));
