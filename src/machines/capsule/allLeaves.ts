/** What may leave of each machine, by the machine's id. One that is not here leaves its state names only; a test wants them all. */
import { accountsLeaves } from '../accounts/accounts.leaves.ts';
import { pointLabelsLeaves } from '../pointLabels/pointLabels.leaves.ts';
import { lifImportLeaves, mapImportLeaves, mapsLeaves } from '../maps/maps.leaves.ts';
import { cruiseRoutesLeaves, routeEditorLeaves } from '../cruiseRoutes/cruiseRoutes.leaves.ts';
import { auditLeaves } from '../audit/audit.leaves.ts';
import { setPasswordLeaves } from '../setPassword/setPassword.leaves.ts';
import { appLeaves } from '../app/app.leaves.ts';
import { changelogLeaves } from '../changelog/changelog.leaves.ts';
import { connectionLeaves, linkLeaves, topicLeaves } from '../connection/connection.leaves.ts';
import { confirmLeaves } from '../factories/confirm.leaves.ts';
import { formLeaves } from '../factories/form.leaves.ts';
import { listCursorLeaves } from '../factories/listCursor.leaves.ts';
import { fleetLeaves } from '../fleet/fleet.leaves.ts';
import { frameLeaves } from '../frame/frame.leaves.ts';
import { friendsLeaves, invitationsLeaves } from '../friends/friends.leaves.ts';
import { homeLeaves } from '../home/home.leaves.ts';
import { inquiriesLeaves, inquiryLeaves } from '../inquiries/inquiries.leaves.ts';
import { copyTestLeaves, inspectorLeaves, reportsLeaves, stageLeaves } from '../inspector/inspector.leaves.ts';
import { forkLeaves } from '../inspector/fork.leaves.ts';
import { keysLeaves } from '../keys/keys.leaves.ts';
import { mapEditorLeaves } from '../mapEditor/mapEditor.leaves.ts';
import { navigationLeaves } from '../navigation/navigation.leaves.ts';
import { noRobotLeaves, waitingRobotLeaves } from '../noRobot/noRobot.leaves.ts';
import { noticesLeaves } from '../notices/notices.leaves.ts';
import { offlineRobotsLeaves } from '../offlineRobots/offlineRobots.leaves.ts';
import { outboxLeaves } from '../outbox/outbox.leaves.ts';
import { peekLeaves } from '../peek/peek.leaves.ts';
import { pendingStopLeaves, pendingStopsLeaves } from '../pendingStops/pendingStops.leaves.ts';
import { phoneVerificationCodeLeaves } from '../phoneVerificationCode/phoneVerificationCode.leaves.ts';
import { preferencesLeaves } from '../preferences/preferences.leaves.ts';
import { qrSignInLeaves } from '../qrSignIn/qrSignIn.leaves.ts';
import { reportLeaves } from '../report/report.leaves.ts';
import {
  commandsLeaves,
  driveLeaves,
  leaseLeaves,
  resumersLeaves,
  stopLeaves,
  videoLeaves,
} from '../robotData/hands.leaves.ts';
import { robotDataLeaves } from '../robotData/robotData.leaves.ts';
import { sessionLeaves } from '../session/session.leaves.ts';
import { signInLeaves } from '../signIn/signIn.leaves.ts';
import { t2SignOutLeaves } from '../t2SignOut/t2SignOut.leaves.ts';
import {
  avatarLeaves,
  contactFormLeaves,
  contactLeaves,
  ownSessionsLeaves,
  userSettingLeaves,
} from '../userSetting/userSetting.leaves.ts';
import { codeRequestLeaves, verifiedLeaves } from '../verification/verification.leaves.ts';
import { weatherLeaves } from '../weather/weather.leaves.ts';
import { voiceLeaves } from '../voice/voice.leaves.ts';
import { cruiseRecordLeaves } from '../cruiseRecord/cruiseRecord.leaves.ts';
import { cruiseDriveLeaves, driveFollowingLeaves } from '../cruiseDrive/cruiseDrive.leaves.ts';
import type { Leaves } from './leaves.ts';

export const ALL_LEAVES: Readonly<Record<string, Leaves>> = {
  app: appLeaves,
  session: sessionLeaves,
  navigation: navigationLeaves,
  connection: connectionLeaves,
  link: linkLeaves,
  topic: topicLeaves,
  fleet: fleetLeaves,
  frame: frameLeaves,
  report: reportLeaves,
  peek: peekLeaves,
  notices: noticesLeaves,
  preferences: preferencesLeaves,
  confirm: confirmLeaves,
  listCursor: listCursorLeaves,
  signIn: signInLeaves,
  home: homeLeaves,
  robotData: robotDataLeaves,
  drive: driveLeaves,
  lease: leaseLeaves,
  stop: stopLeaves,
  pendingStop: pendingStopLeaves,
  pendingStops: pendingStopsLeaves,
  commands: commandsLeaves,
  resumers: resumersLeaves,
  video: videoLeaves,
  noRobot: noRobotLeaves,
  qrSignIn: qrSignInLeaves,
  codeRequest: codeRequestLeaves,
  signInByCode: verifiedLeaves,
  signUp: verifiedLeaves,
  forgotPassword: verifiedLeaves,
  outbox: outboxLeaves,
  inspector: inspectorLeaves,
  reports: reportsLeaves,
  copyTest: copyTestLeaves,
  stage: stageLeaves,
  fork: forkLeaves,
  cruiseRoutes: cruiseRoutesLeaves,
  routeEditor: routeEditorLeaves,
  mapEditor: mapEditorLeaves,
  friends: friendsLeaves,
  invitations: invitationsLeaves,
  accounts: accountsLeaves,
  keys: keysLeaves,
  offlineRobots: offlineRobotsLeaves,
  audit: auditLeaves,
  maps: mapsLeaves,
  pointLabels: pointLabelsLeaves,
  mapImport: mapImportLeaves,
  lifImport: lifImportLeaves,
  setPassword: setPasswordLeaves,
  userSetting: userSettingLeaves,
  contact: contactLeaves,
  contactForm: contactFormLeaves,
  avatar: avatarLeaves,
  ownSessions: ownSessionsLeaves,
  nickname: formLeaves,
  password: formLeaves,
  timeZone: formLeaves,
  changelog: changelogLeaves,
  inquiry: inquiryLeaves,
  inquiries: inquiriesLeaves,
  weather: weatherLeaves,
  phoneVerificationCode: phoneVerificationCodeLeaves,
  t2SignOut: t2SignOutLeaves,
  voice: voiceLeaves,
  cruiseRecord: cruiseRecordLeaves,
  cruiseDrive: cruiseDriveLeaves,
  driveFollowing: driveFollowingLeaves,
  // The code of a robot that waits is nobody's business.
  waitingRobot: waitingRobotLeaves,
  // Of the companion app, which nothing records.
  companion: {},
  companionEntry: {},
  ownRobots: {},
  scanner: {},
  approval: {},
  binding: {},
  point: {},
  // Have no context, and are told only what every page is told.
  notFound: {},
  legal: {},
};
