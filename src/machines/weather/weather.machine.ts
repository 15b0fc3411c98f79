/**
 * The weather on a robot's own screen: polled every minute. The last data stays visible while the server does not
 * respond; with an invalid key nothing is shown.
 *
 *   asking ──▶ shown ──a minute──▶ asking          asking ──no answer──▶ lost ──10 s──▶ asking
 *   asking ──the key opens nothing──▶ refused ──a minute──▶ asking
 */
import { assign, setup } from 'xstate';
import type { SiteWeather } from '../../../contract/entities/weather.ts';
import { REQUEST_PATIENCE_MS, WEATHER_ASK_MS } from '../../../contract/rules/limits.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import type { PageEvent, PageInput } from '../app/events.ts';
import { type Failure, failure, failureOf, isFailure } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';

export const LOST_RETRY_MS = 10_000;

export interface WeatherContext {
  seen: SiteWeather | null;
  /** Why the last request failed. */
  failure: Failure | null;
}
export type WeatherEvent = PageEvent | { type: 'weather.ask' };

export const weatherMachine = setup({
  types: {
    context: {} as WeatherContext,
    input: {} as PageInput,
    events: {} as WeatherEvent,
    tags: {} as 'lost' | 'refused',
  },
  actors: {
    /** Rejects with keyWrong when the key is missing or invalid. */
    readWeather: promiseEffect<SiteWeather>('readWeather'),
  },
  guards: { isOver: (_, { error }: { error: unknown }) => isFailure(failureOf(error), ERRORS.keyWrong) },
  delays: { askDelay: WEATHER_ASK_MS, lostDelay: LOST_RETRY_MS, patience: REQUEST_PATIENCE_MS },
}).createMachine({
  id: 'weather',
  context: { seen: null, failure: null },
  initial: 'asking',
  on: { 'page.languageChanged': '.asking', 'page.resumed': '.asking', 'weather.ask': '.asking' },
  states: {
    asking: {
      invoke: {
        src: 'readWeather',
        onDone: { target: 'shown', actions: assign({ seen: ({ event }) => event.output, failure: null }) },
        onError: [
          {
            guard: { type: 'isOver', params: ({ event }) => event },
            target: 'refused',
            actions: assign({ seen: null, failure: ({ event }) => failureOf(event.error) }),
          },
          { target: 'lost', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
        ],
      },
      after: { patience: { target: 'lost', actions: assign({ failure: failure(ERRORS.requestTimedOut) }) } },
    },
    shown: { after: { askDelay: 'asking' } },
    lost: { after: { lostDelay: 'asking' } },
    refused: { after: { askDelay: 'asking' } },
  },
});
