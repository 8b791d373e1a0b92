import assert from "node:assert/strict";
import { test } from "node:test";
import { createOperator } from "../../src/operator.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { collect } from "./collect.ts";
import { defineTool as define } from "./define-tool.ts";
import { local, now } from "./expected.ts";

const text = { type: "string" };
const choice = (...values: readonly string[]) => ({ type: "string", enum: values });
const zone = choice("lawn", "roses", "vegetables");
const ticketId = { type: "string", pattern: "^[A-Z]+-[0-9]+$" };

/** A garden, a tracker of tickets, a robot vacuum, files and an oven: rules that were made with other tools hold for these. */
const tools: readonly Tool[] = [
  define("start_irrigation", "Starts watering a zone of the garden.", {
    zone,
    minutes: { type: "integer", minimum: 1, maximum: 120 },
  }),
  define("stop_irrigation", "Stops watering a zone of the garden.", { zone }),
  define("get_soil_moisture", "Reads how wet the soil of a zone is.", { zone }),
  define(
    "create_ticket",
    "Opens a new ticket in the tracker.",
    { title: text, priority: choice("low", "normal", "high"), assignee: text },
    ["title"],
  ),
  define("close_ticket", "Closes a ticket.", { ticket_id: ticketId }),
  define("assign_ticket", "Assigns a ticket to a person.", { ticket_id: ticketId, assignee: text }),
  define(
    "list_tickets",
    "Lists the tickets of the tracker.",
    { status: choice("open", "in progress", "done") },
    [],
  ),
  define("add_comment", "Adds a comment to a ticket.", { ticket_id: ticketId, text }),
  define("control_vacuum", "Controls the robot vacuum.", {
    command: choice("start", "stop", "pause", "dock"),
  }),
  define("clean_room", "Sends the robot vacuum to clean one room.", {
    room: choice("kitchen", "hallway", "bedroom", "living room"),
  }),
  define("set_suction", "Sets the suction power of the vacuum.", {
    level: choice("quiet", "standard", "turbo"),
  }),
  define("read_file", "Reads a file.", { path: text }),
  define("delete_file", "Deletes a file.", { path: text }),
  define("search_files", "Searches for files whose name matches a pattern.", { pattern: text }),
  define("copy_file", "Copies a file.", { source: text, destination: text }),
  define(
    "set_oven",
    "Sets the oven to a temperature.",
    {
      temperature: { type: "integer", minimum: 50, maximum: 250, description: "Degrees Celsius" },
      minutes: { type: "integer", minimum: 1, description: "How long, in minutes" },
    },
    ["temperature"],
  ),
  define("send_email", "Sends an email.", { to: text, subject: text, body: text }),
  define("create_note", "Creates a note.", { text }),
  define("set_reminder", "Reminds you of something at a time.", {
    task: text,
    time: { type: "string", format: "date-time" },
  }),
  define("track_package", "Tells where a package is.", {
    tracking_number: { type: "string", pattern: "^[0-9]{10,}$" },
  }),
  define("set_fan_speed", "Sets the speed of the ceiling fan.", {
    speed: choice("off", "low", "medium", "high"),
  }),
  define("get_bus_times", "Gives the next departures of a bus line.", { line: text }),
];

const operator = createOperator({ now: () => now });

async function operate(content: string) {
  const [chunk] = await collect(operator.stream([{ role: "user", content }], { tools }));
  const calls = chunk?.toolCalls.map(({ name, argumentsDelta }) => [name, JSON.parse(argumentsDelta)]);
  return { calls, said: chunk?.delta ?? "" };
}

type Case = readonly [said: string, tool: string, args: object];

test("another house is told what to do in the same English", async () => {
  const cases: readonly Case[] = [
    ["water the lawn for 20 minutes", "start_irrigation", { zone: "lawn", minutes: 20 }],
    ["please start watering the roses for ten minutes", "start_irrigation", { zone: "roses", minutes: 10 }],
    [
      "could you water the vegetables for half an hour",
      "start_irrigation",
      { zone: "vegetables", minutes: 30 },
    ],
    ["I'd like the lawn watered for 15 minutes", "start_irrigation", { zone: "lawn", minutes: 15 }],
    ["stop watering the lawn", "stop_irrigation", { zone: "lawn" }],
    ["do you know how wet the soil of the roses is", "get_soil_moisture", { zone: "roses" }],
    ["check whether the soil of the lawn is wet", "get_soil_moisture", { zone: "lawn" }],
    ["file a ticket called login fails", "create_ticket", { title: "login fails" }],
    [
      "open a new ticket titled printer jam with high priority",
      "create_ticket",
      { title: "printer jam", priority: "high" },
    ],
    ["please close AB-12, it's done", "close_ticket", { ticket_id: "AB-12" }],
    ["the ticket AB-12 is fixed, close it", "close_ticket", { ticket_id: "AB-12" }],
    ["give ticket AB-12 to Maria", "assign_ticket", { ticket_id: "AB-12", assignee: "Maria" }],
    ["can I see the open tickets", "list_tickets", { status: "open" }],
    ["which tickets are in progress", "list_tickets", { status: "in progress" }],
    ["list all tickets", "list_tickets", {}],
    ["comment on AB-12: looks good", "add_comment", { ticket_id: "AB-12", text: "looks good" }],
    ["stop vacuuming", "control_vacuum", { command: "stop" }],
    ["you can start the vacuum now", "control_vacuum", { command: "start" }],
    ["the robot needs to be paused", "control_vacuum", { command: "pause" }],
    ["vacuum the hallway please, the guests are coming", "clean_room", { room: "hallway" }],
    ["I need the living room cleaned", "clean_room", { room: "living room" }],
    ["make the vacuum quiet", "set_suction", { level: "quiet" }],
    ["delete notes.md", "delete_file", { path: "notes.md" }],
    ["get rid of notes.md", "delete_file", { path: "notes.md" }],
    ["what does notes.md say", "read_file", { path: "notes.md" }],
    ["copy a.txt to b.txt", "copy_file", { source: "a.txt", destination: "b.txt" }],
    ["find files called report", "search_files", { pattern: "report" }],
    ["oven to 220 degrees for 30 minutes", "set_oven", { temperature: 220, minutes: 30 }],
    ["bring the oven up to 180 degrees", "set_oven", { temperature: 180 }],
    ["200 degrees please", "set_oven", { temperature: 200 }],
    [
      "send an email to bob@example.com with subject Lunch saying see you at noon",
      "send_email",
      { to: "bob@example.com", subject: "Lunch", body: "see you at noon" },
    ],
    ["make a note: buy a gift for mum", "create_note", { text: "buy a gift for mum" }],
    [
      "set a reminder to take out the trash on Friday at 7 pm",
      "set_reminder",
      { task: "take out the trash", time: local("2026-11-20T19:00") },
    ],
    ["track 1234567890", "track_package", { tracking_number: "1234567890" }],
    ["fan to high", "set_fan_speed", { speed: "high" }],
    ["shut off the fan", "set_fan_speed", { speed: "off" }],
    ["make sure the fan is off", "set_fan_speed", { speed: "off" }],
  ];
  for (const [said, tool, args] of cases) {
    // oxlint-disable-next-line no-await-in-loop
    assert.deepEqual((await operate(said)).calls, [[tool, args]], said);
  }
});

test("what takes something away is done only where that is said, and what is missing is asked for", async () => {
  for (const said of ["water the roses", "assign AB-12", "set the oven", "clean a room", "create a ticket"]) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await operate(said);
    assert.deepEqual(answer.calls, [], said);
    assert.match(answer.said, /\?$/, said);
  }
});

test("stories, conditions, doubts and other tools' business lead to no call", async () => {
  for (const said of [
    "don't water the lawn",
    "I watered the lawn for 20 minutes",
    "the lawn was watered yesterday",
    "if it rains stop watering the lawn",
    "water the lawn tomorrow",
    "water the lawn for 20 minutes every day",
    "should I water the lawn?",
    "Maria closed AB-12",
    "Maria told me to close AB-12",
    "did you close AB-12?",
    "close AB-12 if Maria agrees",
    "close AB-12 or AB-13",
    "close AB-12 - no, wait",
    "close all tickets",
    "the tickets are open",
    "the ticket AB-12",
    "I'm too lazy to clean the kitchen, the hallway and the bedroom",
    "the kitchen is clean",
    "what if I delete notes.md",
    "the oven is at 200 degrees",
    "set the oven to 900 degrees",
    "what is an oven",
    "when does bus 12 leave",
    "turn the ceiling fan on",
    "turn on the light",
    "email everyone",
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    assert.deepEqual((await operate(said)).calls, [], said);
  }
});
