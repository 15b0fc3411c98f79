/**
 * A job that takes long and ends with a file: an export, sheets of labels. It provides the state between `idle` and
 * `idle`; the machine has noticeActions.ts among its actions, and adds the event that starts the job and the one that
 * cancels it:
 *
 *   idle ──(start)──▶ running ──next part──▶ running ──last part──▶ idle, with a notice
 *                        └──(cancel)──▶ idle      └──refused──▶ idle, with the reason; starting again retries
 *
 *   const job = longJob({ src: 'exportAudit', tags: 'exporting', inputOf: …, done: { key: 'audit.export.done' } });
 *   idle: { on: { 'export.start': 'exporting' } },
 *   exporting: { ...job, on: { 'export.cancel': 'idle' } },
 *
 * A page that exports what it lists takes the whole region: `export: exportRegion({ src: 'exportAudit', inputOf, done })`.
 */
import type { AnyActorRef } from 'xstate';
import { failureOf } from '../failure.ts';
import type { DoneNotice } from './noticeActions.ts';

export interface JobRules<Context, Input, Src, Tags> {
  /** The effect that does the job, or one part of it, and resolves when its file is saved. */
  src: Src;
  tags: Tags;
  inputOf(context: Context): Input;
  /** Without a notice, the browser's own list of downloads has to show enough. */
  done?: DoneNotice;
}
/** `next`: transitions to further parts, tried before the job is done. `failed`: the action after a refusal. */
export interface JobParts<Next, Refused> {
  next: Next;
  failed: Refused;
}
type Failed = { event: { error: unknown } };

const NOTIFY_FAILED = {
  type: 'notifyFailed',
  params: ({ event }: Failed) => ({ failure: failureOf(event.error) }),
} as const;

/** A job of one part. A refusal is a notice. */
export const longJob = <Context, Input, const Src extends string, const Tags extends string | readonly string[]>(
  rules: JobRules<Context, Input, Src, Tags>,
) => jobInParts(rules, { next: [], failed: NOTIFY_FAILED });

export type ExportEvent = { type: 'export.start' } | { type: 'export.cancel' };

/** The export of a page: one at a time, with the tag `exporting`, cancelled by its user or ended by a notice. */
export const exportRegion = <Context, Input, const Src extends string>(
  rules: Omit<JobRules<Context, Input, Src, 'exporting'>, 'tags'>,
) =>
  ({
    initial: 'idle',
    states: {
      idle: { on: { 'export.start': 'exporting' } },
      exporting: { ...longJob({ ...rules, tags: 'exporting' }), on: { 'export.cancel': 'idle' } },
    },
  }) as const;

interface ExportSnapshot {
  hasTag(tag: 'exporting'): boolean;
}
/** The actor of any page with an export. */
export interface ExportRef extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): ExportSnapshot;
  send(event: ExportEvent): void;
}
/** The export runs; it can be cancelled. */
export const selectIsExporting = (snapshot: ExportSnapshot): boolean => snapshot.hasTag('exporting');

/** A job of several parts, or one that shows a refusal itself. */
export const jobInParts = <
  Context,
  Input,
  const Src extends string,
  const Tags extends string | readonly string[],
  const Next extends readonly object[],
  const Refused,
>(
  { src, tags, inputOf, done }: JobRules<Context, Input, Src, Tags>,
  { next, failed }: JobParts<Next, Refused>,
) =>
  ({
    tags,
    invoke: {
      src,
      input: ({ context }: { context: Context }) => inputOf(context),
      onDone: [
        ...next,
        {
          target: 'idle',
          actions: done ? ([{ type: 'notifyDone', params: { notice: done } }] as const) : ([] as const),
        },
      ],
      onError: { target: 'idle', actions: failed },
    },
  }) as const;
