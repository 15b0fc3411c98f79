import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Finding } from '../../../contract/entities/conformance.ts';
import { SEVERITIES, type Severity } from '../../../contract/rules/conformance/kinds.ts';
import type { conformanceMachine } from './conformance.machine.ts';
import type { testOrderMachine } from './testOrder.machine.ts';

export type ConformanceRef = ActorRefFrom<typeof conformanceMachine>;
export type TestOrderRef = ActorRefFrom<typeof testOrderMachine>;
type Snapshot = SnapshotFrom<typeof conformanceMachine>;
type TestSnapshot = SnapshotFrom<typeof testOrderMachine>;

export const selectConformance = ({ context }: Snapshot) => context;
/** The meaning that is chosen for a finding; '' for none. */
export const selectChosenMeaning =
  (id: string) =>
  ({ context }: Snapshot): string =>
    context.meanings[id] ?? '';
export const selectIsActing = (snapshot: Snapshot): boolean => snapshot.hasTag('acting');
export const selectIsLost = (snapshot: Snapshot): boolean => snapshot.hasTag('lost');
export const selectIsRefused = (snapshot: Snapshot): boolean => snapshot.matches({ report: 'refused' });
export const selectTestOrder = ({ children }: Snapshot): TestOrderRef | undefined => children.testOrder;

export const selectTest = ({ context }: TestSnapshot) => context;
export const selectIsTestRunning = (snapshot: TestSnapshot | undefined): boolean =>
  snapshot?.hasTag('running') ?? false;
export const selectIsTestDone = (snapshot: TestSnapshot): boolean => snapshot.matches('done');
export const selectIsTestCancellable = (snapshot: TestSnapshot): boolean => snapshot.hasTag('cancellable');

/** Most severe first; within a group the newest. */
export const groupFindings = (findings: readonly Finding[]): readonly (readonly [Severity, readonly Finding[]])[] =>
  SEVERITIES.map(
    (severity) =>
      [
        severity,
        findings.filter((one) => one.severity === severity).toSorted((one, other) => other.lastAt - one.lastAt),
      ] as const,
  );

export const STATIONS = ['ordered', 'accepted', 'drives', 'stopped', 'resumed', 'arrived', 'back'] as const;
export type Station = (typeof STATIONS)[number];
export interface StationTime {
  station: Station;
  /** When the robot got there, server clock, ms; null: not yet. */
  at: number | null;
}

/** The seven stations of a test order and their times. */
export function stationsOf({
  ahead,
  stop,
  resume,
  back,
}: Pick<ReturnType<typeof selectTest>, 'ahead' | 'stop' | 'resume' | 'back'>): readonly StationTime[] {
  const ended = (command: typeof ahead) => (command?.state === 'finished' ? command.endedAt : null);
  const drives = ahead?.runningAt ?? null;
  const accepted = ahead?.acceptedAt ?? drives;
  const times: Record<Station, number | null> = {
    // A robot can accept an order before the server has noted that it was sent.
    ordered: ahead?.sentAt ?? accepted,
    accepted,
    drives,
    stopped: ended(stop),
    resumed: ended(resume),
    arrived: ended(ahead),
    back: ended(back),
  };
  return STATIONS.map((station) => ({ station, at: times[station] }));
}
