/**
 * Commands to one robot and their ledger (design 6): asked, sent, accepted, running, finished, failed, expired. A row
 * appears as soon as the command is requested; updates from the server and the robot advance it. A command that the
 * server rejects never enters the ledger, so its row stays with the reason until it is dismissed.
 *
 *   asks: each command.ask spawns an `ask`; answered: the row joins the ledger, refused: it says why
 *   target: target.ts; resume: resume.ts; charge: charge.ts
 */
import { assertEvent } from 'xstate';
import type { Command } from '../../../contract/entities/command.ts';
import { commands, type CommandsContext, type CommandRequest, type PendingCommand } from './commands.setup.ts';
import { withNews } from './ledger.ts';
import { charge } from './charge.ts';
import { resume } from './resume.ts';
import { target } from './target.ts';

/** The number of rejected commands that stay visible. */
const REFUSALS_KEPT = 3;

const nameOf = (request: CommandRequest): string => ('target' in request ? request.target.name : '');

/** Matches a ledger entry that arrived by the topic before the response with its pending row. */
const isOwn = ({ userId }: CommandsContext, row: PendingCommand, { askedBy, kind, askedAt }: Command): boolean =>
  row.failure === null && askedBy.userId === userId && kind === row.kind && askedAt >= row.askedAt - 1_000;

const startCommand = commands.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'command.ask');
  const { request, at } = event;
  const local = `ask-${context.asked + 1}`;
  const row: PendingCommand = { local, kind: request.kind, target: nameOf(request), askedAt: at, failure: null };
  enqueue.assign({
    asked: context.asked + 1,
    pending: [row, ...context.pending.filter(({ failure, kind }) => failure === null || kind !== request.kind)],
  });
  enqueue.spawnChild('ask', { id: local, input: { local, serialNumber: context.serialNumber, request } });
});

const assignAnswer = commands.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'ask.answered');
  enqueue.assign({
    rows: withNews(context.rows, [event.command]),
    pending: context.pending.filter(({ local }) => local !== event.local),
  });
  enqueue.stopChild(event.local);
});

const assignRefusal = commands.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'ask.refused');
  const rows = context.pending.map((row) => (row.local === event.local ? { ...row, failure: event.failure } : row));
  const refused = rows.filter(({ failure }) => failure !== null).slice(0, REFUSALS_KEPT);
  enqueue.assign({ pending: rows.filter((row) => row.failure === null || refused.includes(row)) });
  enqueue.stopChild(event.local);
});

const assignLedger = commands.assign(({ context, event }) => {
  assertEvent(event, 'ledger.heard');
  const known = new Set(context.rows.map(({ id }) => id));
  const fresh = event.commands.filter(({ id }) => !known.has(id));
  const pending = [...context.pending];
  for (const command of fresh) {
    const index = pending.findLastIndex((row) => isOwn(context, row, command));
    if (index >= 0) pending.splice(index, 1);
  }
  return { rows: withNews(context.rows, event.commands), pending };
});

export const commandsMachine = commands.createMachine({
  id: 'commands',
  context: ({ input }) => ({
    ...input,
    pending: [],
    asked: 0,
    keyword: '',
    target: null,
    act: 'goTo',
    resume: { stopIds: [], order: 'continue', at: 0 },
    displaces: null,
  }),
  type: 'parallel',
  states: {
    asks: {
      on: {
        'command.ask': { actions: startCommand },
        'ask.answered': { actions: assignAnswer },
        'ask.refused': { actions: assignRefusal },
        'ledger.heard': { actions: assignLedger },
        'refusal.dismiss': {
          actions: commands.assign(({ context, event }) => {
            assertEvent(event, 'refusal.dismiss');
            return { pending: context.pending.filter(({ local }) => local !== event.local) };
          }),
        },
      },
    },
    target,
    resume,
    charge,
  },
});
