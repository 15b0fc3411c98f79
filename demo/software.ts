/** Software of the demo's robots, in the download centre. */
export interface DemoSoftware {
  readonly models: readonly string[];
  readonly version: string;
  readonly daysAgo: number;
  readonly kibibytes: number;
  readonly isCompared: boolean;
  readonly notesEn: string;
  readonly notesZh: string;
}

/** Oldest first. The robots of C2 have the older version, one of D2 reports none. */
export const SOFTWARE: readonly DemoSoftware[] = [
  {
    models: ['C2'],
    version: '2.12.0',
    daysAgo: 160,
    kibibytes: 9,
    isCompared: true,
    notesEn: 'First version for three trays.',
    notesZh: '首个支持三层托盘的版本。',
  },
  {
    models: ['W1', 'W2'],
    version: '2.14.1',
    daysAgo: 96,
    kibibytes: 12,
    isCompared: true,
    notesEn: 'Opens its doors more quietly at night.',
    notesZh: '夜间开门更安静。',
  },
  {
    models: ['P1', 'P3', 'T2', 'U1', 'U2', 'X1'],
    version: '2.9.1',
    daysAgo: 80,
    kibibytes: 11,
    isCompared: false,
    notesEn: 'Turns its head towards the person who speaks.',
    notesZh: '头部转向正在说话的人。',
  },
  {
    models: ['S2'],
    version: '3.2.0',
    daysAgo: 61,
    kibibytes: 13,
    isCompared: true,
    notesEn: 'Recognises open windows in the dark.\nSlower past doors that open towards it.',
    notesZh: '可在黑暗中识别未关的窗户。\n经过向其开启的门时减速。',
  },
  {
    models: ['D2'],
    version: '1.8.6',
    daysAgo: 47,
    kibibytes: 8,
    isCompared: true,
    notesEn: 'Switches its lamps off faster when somebody comes in.',
    notesZh: '有人进入时更快关闭紫外灯。',
  },
  {
    models: ['W1', 'W2'],
    version: '2.14.3',
    daysAgo: 24,
    kibibytes: 12,
    isCompared: true,
    notesEn:
      'Waits for an empty elevator when it carries hot food.\nSays that the drawer is open in 13 languages.\nStops 80 ms sooner after a lost connection.',
    notesZh: '携带热食时等待空电梯。\n用 13 种语言提示抽屉已打开。\n断线后停车快 80 毫秒。',
  },
  {
    models: ['C2'],
    version: '2.13.0',
    daysAgo: 9,
    kibibytes: 10,
    isCompared: true,
    notesEn: 'Keeps its trays level on ramps.',
    notesZh: '在坡道上保持托盘水平。',
  },
];
