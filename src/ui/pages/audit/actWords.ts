/** What an act of the audit log is called. One that has no words here yet is shown as it is written down. */
import type { Key } from '../../hooks/words.ts';

export const ACT_KEYS = {
  'account.setUp': 'audit.act.setUp', 'account.create': 'audit.act.create', 'account.change': 'audit.act.change', 'account.lock': 'audit.act.lock', 'account.unlock': 'audit.act.unlock',
  'account.endSessions': 'audit.act.endSessions', 'account.resetPassword': 'audit.act.resetPassword', 'account.setPassword': 'audit.act.setPassword', 'account.invite': 'audit.act.invite',
  'account.withdrawInvitation': 'audit.act.withdraw', 'account.withdrawLink': 'audit.act.withdrawLink', 'account.accept': 'audit.act.accept', 'account.signUp': 'audit.act.signUp', 'account.forgotPassword': 'audit.act.forgotPassword',
  'account.nickname': 'audit.act.nickname', 'account.password': 'audit.act.password', 'account.timeZone': 'audit.act.timeZone',
  'session.signIn': 'audit.act.signIn', 'session.signOut': 'audit.act.signOut', 'session.end': 'audit.act.endSession',
  'session.signInFailed': 'audit.act.signInFailed', 'session.qrScanned': 'audit.act.qrScanned', 'session.qrApproved': 'audit.act.qrApproved', 'session.qrRefused': 'audit.act.qrRefused',
  'robot.register': 'audit.act.register', 'robot.bind': 'audit.act.bind', 'robot.unbind': 'audit.act.unbind', 'robot.handOver': 'audit.act.handOver', 'robot.rename': 'audit.act.rename',
  'robot.renewPassword': 'audit.act.renewPassword', 'lease.takeOver': 'audit.act.takeOver', 'visit.signOut': 'audit.act.visitSignOut',
  'friend.ask': 'audit.act.friendAsk', 'friend.invite': 'audit.act.friendInvite', 'friend.accept': 'audit.act.friendAccept', 'friend.declineInvitation': 'audit.act.friendDecline',
  'friend.authorise': 'audit.act.friendAuthorise', 'friend.withdraw': 'audit.act.friendWithdraw', 'friend.makeAdmin': 'audit.act.friendMakeAdmin', 'friend.unmakeAdmin': 'audit.act.friendUnmakeAdmin',
  'friend.remove': 'audit.act.friendRemove', 'friend.leave': 'audit.act.friendLeave',
  'friend.addApp': 'audit.act.friendAddApp', 'key.create': 'audit.act.keyCreate', 'key.revoke': 'audit.act.keyRevoke',
  'app.create': 'audit.act.appCreate', 'app.renewSecret': 'audit.act.appRenewSecret', 'app.revoke': 'audit.act.appRevoke',
  'map.import': 'audit.act.mapImport', 'map.replacePicture': 'audit.act.mapReplacePicture', 'map.change': 'audit.act.mapChange', 'map.order': 'audit.act.mapOrder', 'map.delete': 'audit.act.mapDelete', 'map.savePoints': 'audit.act.mapSavePoints',
  'drive.start': 'audit.act.driveStart', 'drive.skip': 'audit.act.driveSkip', 'drive.end': 'audit.act.driveEnd',
  'problem.delete': 'audit.act.deleteReport', 'inquiry.delete': 'audit.act.deleteInquiry', 'audit.export': 'audit.act.export',
} as const satisfies Record<string, Key>;

/** The parts before the dot: a filter of their own. */
export const AREA_KEYS = {
  account: 'audit.area.account', key: 'audit.area.key', app: 'audit.area.app', session: 'audit.area.session', robot: 'audit.area.robot', friend: 'audit.area.friend', lease: 'audit.area.lease', map: 'audit.area.map', drive: 'audit.area.drive', problem: 'audit.area.problem', inquiry: 'audit.area.inquiry', audit: 'audit.area.audit',
} as const satisfies Record<string, Key>;

const KEYS: ReadonlyMap<string, Key> = new Map(Object.entries({ ...ACT_KEYS, ...AREA_KEYS }));
export const actKey = (act: string): Key | null => KEYS.get(act) ?? null;
