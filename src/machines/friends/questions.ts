/**
 * Confirmations before actions on a robot's members (look.md: they name the person and the robot), and the success
 * notices.
 */
import type { FriendAct } from '../../../contract/rules/friends.ts';
import type { ConfirmInput } from '../factories/confirm.machine.ts';

/** Actions on the robot itself. decline and takeBack are removals with their own texts. */
export const ROBOT_ACTS = ['unbind', 'leave'] as const;
export type RobotAct = (typeof ROBOT_ACTS)[number];
export type Act = FriendAct | 'decline' | 'takeBack' | RobotAct;

interface Asked extends Pick<ConfirmInput, 'titleKey' | 'acceptKey' | 'destructive'> {
  textKey: string;
  doneKey: string;
}

export const QUESTIONS: Readonly<Record<Act, Asked>> = {
  authorise: {
    titleKey: 'friends.ask.authorise',
    textKey: 'friends.ask.authoriseText',
    acceptKey: 'friends.act.authorise',
    doneKey: 'friends.done.authorise',
  },
  decline: {
    titleKey: 'friends.ask.decline',
    textKey: 'friends.ask.declineText',
    acceptKey: 'common.decline',
    doneKey: 'friends.done.decline',
    destructive: true,
  },
  takeBack: {
    titleKey: 'friends.ask.takeBack',
    textKey: 'friends.ask.takeBackText',
    acceptKey: 'shared.withdrawInvitation',
    doneKey: 'friends.done.takeBack',
    destructive: true,
  },
  withdraw: {
    titleKey: 'friends.ask.withdraw',
    textKey: 'friends.ask.withdrawText',
    acceptKey: 'friends.act.withdraw',
    doneKey: 'friends.done.withdraw',
    destructive: true,
  },
  remove: {
    titleKey: 'friends.ask.remove',
    textKey: 'friends.ask.removeText',
    acceptKey: 'shared.remove',
    doneKey: 'friends.done.remove',
    destructive: true,
  },
  makeAdmin: {
    titleKey: 'friends.ask.makeAdmin',
    textKey: 'friends.ask.makeAdminText',
    acceptKey: 'friends.act.makeAdmin',
    doneKey: 'friends.done.makeAdmin',
  },
  unmakeAdmin: {
    titleKey: 'friends.ask.unmakeAdmin',
    textKey: 'friends.ask.unmakeAdminText',
    acceptKey: 'friends.act.unmakeAdmin',
    doneKey: 'friends.done.unmakeAdmin',
  },
  handOver: {
    titleKey: 'friends.ask.handOver',
    textKey: 'friends.ask.handOverText',
    acceptKey: 'friends.act.handOver',
    doneKey: 'friends.done.handOver',
    destructive: true,
  },
  unbind: {
    titleKey: 'friends.ask.unbind',
    textKey: 'friends.ask.unbindText',
    acceptKey: 'friends.act.unbind',
    doneKey: 'friends.done.unbind',
    destructive: true,
  },
  leave: {
    titleKey: 'friends.ask.leave',
    textKey: 'friends.ask.leaveText',
    acceptKey: 'friends.act.leave',
    doneKey: 'friends.done.leave',
    destructive: true,
  },
};
