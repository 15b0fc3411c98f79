/** Names, times and reasons of background jobs in the reader's language. Times are in the reader's time zone. */
import Bell from 'lucide-react/icons/bell';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import ChartColumn from 'lucide-react/icons/chart-column';
import Eraser from 'lucide-react/icons/eraser';
import FileChartColumn from 'lucide-react/icons/file-chart-column';
import FileDown from 'lucide-react/icons/file-down';
import ImageIcon from 'lucide-react/icons/image';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Siren from 'lucide-react/icons/siren';
import Upload from 'lucide-react/icons/upload';
import type { Job, JobReason } from '../../../../contract/entities/job.ts';
import {
  isJobKind,
  JOB_KINDS,
  type JobKindName,
  type JobLane,
  type JobReasonCode,
  type JobState,
  type JobUnit,
} from '../../../../contract/rules/jobs.ts';
import type { Translate } from '../../hooks/translate.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import type { Glyph } from '../../icons/glyph.ts';
import { ownZone, timeOfDay, timeStamp } from '../../shell/siteTime.ts';

export type LaneName = JobLane | 'retries';

export const LANES: Readonly<Record<LaneName, { label: Key; icon: Glyph }>> = {
  schedules: { label: 'jobs.lane.schedules', icon: CalendarClock },
  escalations: { label: 'jobs.lane.escalations', icon: Siren },
  notifications: { label: 'shared.notifications', icon: Bell },
  reports: { label: 'jobs.lane.reports', icon: FileChartColumn },
  exports: { label: 'jobs.lane.exports', icon: FileDown },
  imports: { label: 'jobs.lane.imports', icon: Upload },
  rollUps: { label: 'jobs.lane.rollUps', icon: ChartColumn },
  photos: { label: 'shared.photos', icon: ImageIcon },
  retention: { label: 'jobs.lane.retention', icon: Eraser },
  retries: { label: 'jobs.lane.retries', icon: RefreshCw },
};

const KINDS: Readonly<Record<JobKindName, { name: Key; about: Key }>> = {
  retention: { name: 'jobs.kind.retention', about: 'jobs.about.retention' },
  alarmNotification: { name: 'jobs.kind.alarmNotification', about: 'jobs.about.alarmNotification' },
  alarmEmail: { name: 'jobs.kind.alarmEmail', about: 'jobs.about.alarmEmail' },
  deliveryMessage: { name: 'jobs.kind.deliveryMessage', about: 'jobs.about.deliveryMessage' },
  deliveryExport: { name: 'jobs.kind.deliveryExport', about: 'jobs.about.deliveryExport' },
  trackExport: { name: 'jobs.kind.trackExport', about: 'jobs.about.trackExport' },
  mediaExport: { name: 'jobs.kind.mediaExport', about: 'jobs.about.mediaExport' },
  alarmDigest: { name: 'jobs.kind.alarmDigest', about: 'jobs.about.alarmDigest' },
  alarmSummary: { name: 'jobs.kind.alarmSummary', about: 'jobs.about.alarmSummary' },
  mapPictures: { name: 'jobs.kind.mapPictures', about: 'jobs.about.mapPictures' },
  storedFiles: { name: 'jobs.kind.storedFiles', about: 'jobs.about.storedFiles' },
  trackHours: { name: 'jobs.kind.trackHours', about: 'jobs.about.trackHours' },
  demoTracks: { name: 'jobs.kind.demoTracks', about: 'jobs.about.demoTracks' },
  demoPhotos: { name: 'jobs.kind.demoPhotos', about: 'jobs.about.demoPhotos' },
  demoAlarmPictures: { name: 'jobs.kind.demoAlarmPictures', about: 'jobs.about.demoAlarmPictures' },
  demoSoftware: { name: 'jobs.kind.demoSoftware', about: 'jobs.about.demoSoftware' },
  demoFaces: { name: 'jobs.kind.demoFaces', about: 'jobs.about.demoFaces' },
  leftRecording: { name: 'jobs.kind.leftRecording', about: 'jobs.about.leftRecording' },
};

export const STATE_KEYS: Readonly<Record<JobState, Key>> = {
  failed: 'shared.failed',
  running: 'jobs.group.running',
  waiting: 'shared.waiting',
  done: 'shared.done',
  cancelled: 'jobs.state.cancelled',
};
const REASON_KEYS: Readonly<Record<Exclude<JobReasonCode, 'error'>, Key>> = {
  timeLimit: 'jobs.reason.timeLimit',
  stopped: 'jobs.reason.stopped',
  cancelled: 'shared.wasCanceled',
  replaced: 'jobs.reason.replaced',
};
const STEP_KEYS: Readonly<Record<JobUnit, Key>> = {
  steps: 'jobs.step.steps',
  rows: 'jobs.step.rows',
  files: 'jobs.step.files',
};

/** The lane of a kind; null for kinds of other versions. */
export const laneOf = (kind: string): JobLane | null => (isJobKind(kind) ? JOB_KINDS[kind] : null);
export const kindName = (t: Translate, kind: string): string =>
  t(isJobKind(kind) ? KINDS[kind].name : 'jobs.kind.unknown');
/** What the job is about: given with it, or the same for all of its kind. */
export const aboutJob = (t: Translate, { kind, subject }: Pick<Job, 'kind' | 'subject'>): string =>
  subject || (isJobKind(kind) ? t(KINDS[kind].about) : kind);
/** An error's message is technical and the same in all languages. */
export const reasonOf = (t: Translate, { code, text }: JobReason): string =>
  code === 'error' ? text : t(REASON_KEYS[code]);

const HOUR_MS = 3_600_000;
/** '14:05' near the present, with the date otherwise. */
export const shortTime = (at: number, now: number): string =>
  Math.abs(at - now) < 12 * HOUR_MS ? timeOfDay(at, ownZone()) : timeStamp(at, ownZone()).slice(0, -3);
export const fullTime = (at: number | null): string => (at === null ? '—' : timeStamp(at, ownZone()));

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const tenths = (value: number): number => Math.round(value * 10) / 10;
export function durationText(t: Translate, ms: number): string {
  if (ms < SECOND_MS) return t('jobs.duration.ms', { value: Math.round(ms) });
  if (ms < 2 * MINUTE_MS) return t('shared.valueSeconds', { value: tenths(ms / SECOND_MS) });
  return t('shared.valueMinutes', { value: tenths(ms / MINUTE_MS) });
}

/** Both languages group thousands in the same way. */
const GROUPED = new Intl.NumberFormat('en');

export const stepText = (t: Translate, { step, startedAt }: Job, now: number): string =>
  step
    ? t(STEP_KEYS[step.unit], { done: GROUPED.format(step.done), of: GROUPED.format(step.of) })
    : t('jobs.step.none', { at: shortTime(startedAt ?? now, now) });

/** What a waiting job waits for, and when it is given up. */
export function waitText(t: Translate, { dueAt, attempts, maxAttempts, lastAttemptAt }: Job, now: number): string {
  const at = shortTime(dueAt, now);
  if (attempts > 0) {
    const params = { at, attempt: attempts + 1, of: maxAttempts };
    if (params.attempt >= maxAttempts) return t('jobs.wait.last', params);
    // Servers and recordings of earlier versions do not have the time.
    return typeof lastAttemptAt === 'number'
      ? t('jobs.wait.retryUntil', { ...params, end: shortTime(lastAttemptAt, now) })
      : t('jobs.wait.retry', params);
  }
  return t(dueAt > now ? 'jobs.wait.next' : 'jobs.wait.due', { at });
}
