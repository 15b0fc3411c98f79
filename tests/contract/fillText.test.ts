import { describe, expect, it } from 'vitest';
import { fillText } from '../../contract/rules/fillText.ts';

describe('a filled text', () => {
  it.each([
    ['送往{place}', { place: '205 房' }, '送往 205 房'],
    ['由{name}启动', { name: 'Robin Hale' }, '由 Robin Hale 启动'],
    ['由{name}启动', { name: 'Zoë' }, '由 Zoë 启动'],
    ['由{name}启动', { name: '何若彬' }, '由何若彬启动'],
    ['APP{name}', { name: '何若彬' }, 'APP 何若彬'],
    ['{floor}{room}', { floor: '3F', room: '大厅' }, '3F 大厅'],
    ['在{floor}{room}中', { floor: '大厅', room: 7 }, '在大厅 7 中'],
    ['已发送短信至{phone}', { phone: '+86***33' }, '已发送短信至 +86***33'],
  ])('has a space between Chinese and Latin letters or digits: %s', (text, params, filled) => {
    expect(fillText(text, params)).toBe(filled);
  });
  it.each([
    ['共 {count} 台', { count: 3 }, '共 3 台'],
    ['需要{ name }', {}, '需要{ name }'],
    ['{name}。', { name: 'Porter 2' }, 'Porter 2。'],
    ['“{name}”的路线', { name: 'A' }, '“A”的路线'],
    ['电量{percent}%以上', { percent: '30' }, '电量 30%以上'],
    ['去{name}', { name: ' 205' }, '去 205'],
    ['{a}{b}{c}', { a: '三', b: '', c: '5' }, '三 5'],
    ['第3层的{name}', { name: '门' }, '第3层的门'],
    ['{n}m', { n: 5 }, '5m'],
  ])('has no other spaces: %s', (text, params, filled) => {
    expect(fillText(text, params)).toBe(filled);
  });
  it('uses the default for a missing or an empty value, and keeps a parameter that is missing', () => {
    expect(fillText('{holder|其他人}正在控制', {})).toBe('其他人正在控制');
    expect(fillText('{holder|其他人}正在控制', { holder: '' })).toBe('其他人正在控制');
    expect(fillText('{holder|Somebody} steers', { holder: 'Ann' })).toBe('Ann steers');
    expect(fillText('Hello {name}', {})).toBe('Hello {name}');
    expect(fillText('[{name}]', { name: '' })).toBe('[]');
  });
});
