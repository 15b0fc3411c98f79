/**
 * Choosing a destination on the map or from the list, then one confirmation that names the robot and the place.
 *
 *   none ─points.open─▶ listing ─pick─┐
 *    │ ─place.start─▶ placing ─pick──▶ confirming ─confirm─▶ none (command.ask)
 *    └─ a press on the map ───────────┘      └─ cancel, Escape ─▶ none
 */
import { assertEvent } from 'xstate';
import { commands, type CommandRequest } from './commands.setup.ts';
import { isPointFound } from './pointSearch.ts';

const assignTarget = commands.assign(({ event }) => {
  assertEvent(event, 'target.pick');
  return { target: event.target };
});
const assignAct = commands.assign(({ event }) => {
  assertEvent(event, ['act.choose', 'place.start']);
  return { act: event.act };
});
const assignHeading = commands.assign(({ context: { target }, event }) => {
  assertEvent(event, 'heading.set');
  return { target: target && { ...target, theta: event.theta } };
});
const clearTarget = commands.assign({ target: null, keyword: '', act: 'goTo' });
/** A choice that the search hides is dropped: the confirmation must not send the robot to an unseen point. */
const assignKeyword = commands.assign(({ context: { target }, event }) => {
  assertEvent(event, 'points.search');
  const { keyword } = event;
  return { keyword, target: target && isPointFound(target.name, keyword) ? target : null };
});
const sendCommand = commands.enqueueActions(({ context: { target, act }, event, enqueue }) => {
  assertEvent(event, 'target.confirm');
  if (!target) return;
  const request: CommandRequest = {
    kind: act,
    target,
    ...(event.replaces === undefined ? {} : { replaces: event.replaces }),
  };
  enqueue.raise({ type: 'command.ask', request, at: event.at });
});

export const target = commands.createStateConfig({
  initial: 'none',
  states: {
    none: {
      entry: clearTarget,
      on: {
        'points.open': 'listing',
        'place.start': { target: 'placing', actions: assignAct },
        'target.pick': { target: 'confirming', actions: assignTarget },
      },
    },
    listing: {
      tags: ['tool', 'listing'],
      // The list only sends to a point: a place or a relocation that was begun on the map does not count here.
      entry: clearTarget,
      on: {
        'points.search': { actions: assignKeyword },
        'target.pick': { actions: assignTarget },
        'target.confirm': { guard: ({ context }) => context.target !== null, target: 'none', actions: sendCommand },
        'place.start': { target: 'placing', actions: assignAct },
        'target.cancel': 'none',
      },
    },
    placing: {
      tags: ['tool', 'placing'],
      on: {
        'target.pick': { target: 'confirming', actions: assignTarget },
        'target.cancel': 'none',
        'points.open': 'listing',
      },
    },
    confirming: {
      tags: ['tool', 'confirming'],
      on: {
        'target.pick': { actions: assignTarget },
        'act.choose': { actions: assignAct },
        'heading.set': { actions: assignHeading },
        'target.confirm': { target: 'none', actions: sendCommand },
        'target.cancel': 'none',
        'points.open': 'listing',
      },
    },
  },
});
