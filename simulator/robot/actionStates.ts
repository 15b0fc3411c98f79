/** States of order actions and instant actions (VDA 5050 `actionStates`). */
import type { ActionState, VdaAction } from '../../contract/wire/vda5050.ts';

/** How long an ended instant action is reported, ms: long enough for a server that missed some state messages. */
const KEPT_MS = 60_000;
const MOST_KEPT = 30;

type Status = ActionState['actionStatus'];
interface Kept {
  state: ActionState;
  /** Belongs to the current order and is kept as long as the order. */
  ofOrder: boolean;
  endedAt: number | null;
}

export const hasEnded = (status: Status): boolean => status === 'FINISHED' || status === 'FAILED';

export class ActionStates {
  private kept = new Map<string, Kept>();

  knows(actionId: string): boolean {
    return this.kept.has(actionId);
  }

  status(actionId: string): Status | null {
    return this.kept.get(actionId)?.state.actionStatus ?? null;
  }

  find(actionId: string): ActionState | null {
    return this.kept.get(actionId)?.state ?? null;
  }

  isOfOrder(actionId: string): boolean {
    return this.kept.get(actionId)?.ofOrder ?? false;
  }

  /** Started and not yet ended. */
  isRunning(actionId: string): boolean {
    const status = this.status(actionId);
    return status !== null && status !== 'WAITING' && !hasEnded(status);
  }

  /** Whether any action of the order is running. */
  isBusy(): boolean {
    return this.running().length > 0;
  }

  /** The running actions of the order. */
  running(): string[] {
    return [...this.kept].flatMap(([id, { ofOrder }]) => (ofOrder && this.isRunning(id) ? [id] : []));
  }

  add({ actionId, actionType, actionDescription }: VdaAction, status: Status, ofOrder: boolean): void {
    this.kept.set(actionId, {
      state: {
        actionId,
        actionType,
        actionStatus: status,
        ...(actionDescription !== undefined && { actionDescription }),
      },
      ofOrder,
      endedAt: null,
    });
  }

  set(actionId: string, status: Status, now: number, resultDescription?: string): void {
    const known = this.kept.get(actionId);
    if (!known || hasEnded(known.state.actionStatus)) return;
    known.state = {
      ...known.state,
      actionStatus: status,
      ...(resultDescription !== undefined && { resultDescription }),
    };
    if (hasEnded(status)) known.endedAt = now;
  }

  /** Fails the unfinished actions of an order that ends early. */
  failOrder(now: number, why: string): void {
    for (const { state, ofOrder } of this.kept.values()) if (ofOrder) this.set(state.actionId, 'FAILED', now, why);
  }

  forgetOrder(): void {
    for (const [id, { ofOrder }] of this.kept) if (ofOrder) this.kept.delete(id);
  }

  /** After an update: drops waiting actions that are no longer in the order, and all but the latest ended ones. */
  keep(asked: ReadonlySet<string>, most: number): void {
    for (const [id, { state, ofOrder }] of this.kept)
      if (ofOrder && state.actionStatus === 'WAITING' && !asked.has(id)) this.kept.delete(id);
    const ended = [...this.kept].filter(([id, { ofOrder, endedAt }]) => ofOrder && endedAt !== null && !asked.has(id));
    for (const [id] of ended.slice(0, Math.max(0, ended.length - most))) this.kept.delete(id);
  }

  list(now: number): ActionState[] {
    const instants = [...this.kept].filter(([, { ofOrder, endedAt }]) => !ofOrder && endedAt !== null);
    const surplus = instants.length - MOST_KEPT;
    instants.forEach(([id, { endedAt }], i) => {
      if (i < surplus || now - (endedAt ?? now) > KEPT_MS) this.kept.delete(id);
    });
    return [...this.kept.values()].map(({ state }) => state);
  }
}
