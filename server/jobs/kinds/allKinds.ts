/** All kinds of background jobs. A new one is a file beside this one and a line here. */
import type { AppDeps } from '../../appDeps.ts';
import { createDeliveryMessageLimits } from '../../features/deliveryMessageLimits.ts';
import type { FileNeeds } from '../../features/files.ts';
import type { JobKind } from '../jobKind.ts';
import { alarmDigestJob, alarmSummaryJob } from './alarmDigest.ts';
import { alarmEmailJob, alarmNotificationJob, type AlarmMessageNeeds } from './alarmNotification.ts';
import { deliveryExportJob } from './deliveryExport.ts';
import { deliveryMessageJob } from './deliveryMessage.ts';
import { demoTracksJob } from './demoTracks.ts';
import { demoSoftwareJob } from './demoSoftware.ts';
import { demoFacesJob } from './demoFaces.ts';
import { demoAlarmPicturesJob } from './demoAlarmPictures.ts';
import { demoPhotosJob } from './demoPhotos.ts';
import type { DrawsPhotos } from './demoPicture.ts';
import { leftRecordingJob } from './leftRecording.ts';
import { mapPicturesJob } from './mapPictures.ts';
import { retentionJob } from './retention.ts';
import { mediaExportJob } from './mediaExport.ts';
import { storedFilesJob } from './storedFiles.ts';
import { trackExportJob } from './trackExport.ts';
import { trackHoursJob } from './trackHours.ts';

export const allJobKinds = (deps: AppDeps & AlarmMessageNeeds & { files: FileNeeds } & DrawsPhotos): JobKind[] => [
  retentionJob({ ...deps, days: deps.settings.retentionDays }),
  mapPicturesJob(deps.files),
  storedFilesJob(deps.files),
  alarmNotificationJob(deps),
  alarmEmailJob(deps),
  alarmDigestJob(deps),
  alarmSummaryJob(deps),
  deliveryMessageJob({ ...deps, limits: createDeliveryMessageLimits(deps.sharedDb) }),
  deliveryExportJob(deps),
  trackExportJob(deps),
  mediaExportJob(deps),
  trackHoursJob(deps),
  demoTracksJob(deps),
  demoSoftwareJob(deps),
  demoFacesJob(deps),
  demoPhotosJob(deps),
  demoAlarmPicturesJob(deps),
  leftRecordingJob(deps.files),
];
