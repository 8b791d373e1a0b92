/** What a spoken command costs: from its words to the MQTT command, and from a WAV file to the WAV file of the answer. */
import { fileURLToPath } from "node:url";
import { startHouse } from "../src/house/simulated-house.ts";
import { connectBroker } from "../src/mqtt/broker-connection.ts";
import { createOperator } from "../src/operator.ts";
import { parseValues } from "../src/providers/operator/live-values.ts";
import { createSwitchboard } from "../src/switchboard.ts";
import {
  BackgroundTranscriber,
  createFlite,
  createRecording,
  createSoundSwallower,
  createSpeaker,
  fillSlots,
} from "../src/voice.ts";
import { formatFigure, type Benchmark } from "./lib/report.ts";

const maxCommandMs = 20;
const maxTurnMs = 500;
const server = fileURLToPath(new URL("../src/house/zwave-mcp-server.ts", import.meta.url));
const names = { tool: "list_zwave_devices", path: "devices[].name" };

export const benchmark: Benchmark = {
  title: "voice: a command to the simulated house, through the operator and the Z-Wave MCP server",

  async run(options) {
    const { quick } = options;
    const house = await openHouse();
    try {
      options.progress("words to MQTT");
      const commandMs = await measureCommands(house, quick ? 40 : 400);
      options.progress("WAV to WAV");
      const turnMs = await measureTurns(house, quick ? 10 : 50);
      const rows = [
        { label: "from the words to the MQTT command", ms: commandMs },
        { label: "a spoken turn, WAV in to WAV out", ms: turnMs },
      ];
      return {
        sections: [
          {
            heading: "Wall time in ms",
            table: {
              columns: ["", "p50", "p99"],
              rows: rows.map(({ label, ms }) => [
                label,
                formatFigure(at(ms, 0.5)),
                formatFigure(at(ms, 0.99)),
              ]),
            },
            notes: [
              "The way: gateway, operator, executor, MCP over stdio to a process of its own, MQTT to a broker in this process.",
              "The spoken turn: SoundSwallower hears the command, flite speaks the answer, each in a thread; the device has confirmed.",
            ],
          },
        ],
        bars: [
          {
            promise: `from the words to the MQTT command under ${maxCommandMs} ms (p50)`,
            measured: `${formatFigure(at(commandMs, 0.5))} ms`,
            kept: at(commandMs, 0.5) < maxCommandMs,
          },
          {
            promise: `a spoken turn, WAV in to WAV out, under ${maxTurnMs} ms (p50)`,
            measured: `${formatFigure(at(turnMs, 0.5))} ms`,
            kept: at(turnMs, 0.5) < maxTurnMs,
          },
        ],
        figures: { commandMs, turnMs },
      };
    } finally {
      await house.close();
    }
  },
};

type OpenHouse = Awaited<ReturnType<typeof openHouse>>;

async function openHouse() {
  const house = await startHouse();
  const url = house.brokerUrl;
  const listNames = async () => {
    const result = await board.executor.execute({ id: "names", name: names.tool, args: {} });
    return parseValues(result.text, names.path) ?? [];
  };
  const operator = createOperator({ values: { deviceName: names }, resolveValues: listNames });
  const board = createSwitchboard({
    model: operator,
    mcpServers: { zwave: { command: process.execPath, args: [server], env: { MQTT_BROKER_URL: url } } },
    log: false,
  });
  await board.servers.settled();
  const deviceName = await listNames();
  const flite = createFlite();
  const sentences = fillSlots(operator.vocabulary(board.tools.tools), { deviceName });
  const ear = createSoundSwallower({ sentences, pronounce: flite.pronounce });
  const recording = createRecording();
  const gateway = new BackgroundTranscriber({
    client: board,
    model: operator,
    transcriber: ear,
    speaker: createSpeaker(flite, recording),
  });
  const wire = connectBroker({ url });
  await wire.connected();
  return {
    gateway,
    flite,
    wire,
    async close() {
      await gateway.close();
      await Promise.all([flite.close(), ear.close(), wire.close(), board.close()]);
      await house.close();
    },
  };
}

const commandOf = (index: number) => `turn ${index % 2 === 0 ? "on" : "off"} switch one`;

async function measureCommands({ gateway, wire }: OpenHouse, count: number): Promise<number[]> {
  let arrive = (): void => {};
  await wire.subscribe("zwave/+/+/switch_binary/endpoint_0/targetValue/set", () => arrive());
  const durations: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    const arrived = new Promise<number>((resolve) => {
      arrive = () => resolve(performance.now() - startedAt);
    });
    const { end } = await gateway.ask(commandOf(index));
    if (end !== "answered") throw new Error(`The turn was ${end}`);
    durations.push(await arrived);
  }
  return durations.slice(warmUp);
}

async function measureTurns({ gateway, flite }: OpenHouse, count: number): Promise<number[]> {
  const { signal } = new AbortController();
  const wavs = [
    await flite.synthesize(commandOf(0), { signal }),
    await flite.synthesize(commandOf(1), { signal }),
  ];
  const durations: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    const { question } = await gateway.hearWav(wavs[index % 2] ?? new Uint8Array());
    durations.push(performance.now() - startedAt);
    if (question !== commandOf(index)) throw new Error(`"${commandOf(index)}" was heard as "${question}"`);
  }
  return durations.slice(warmUp);
}

/** The first ones load and compile; a gateway runs for weeks. */
const warmUp = 2;

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
