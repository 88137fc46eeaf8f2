#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: check_words.sh [ROOT]
# Fails, naming file, line and the word to use, where code, a comment, a page or a printout uses a
# word that docs/design.md replaced by another, or a phrase that a reader must decode. History
# (CHANGELOG.md, docs/adr, docs/lab-notes) keeps its words.
set -euo pipefail
root=$(cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}" && pwd)
. "$(dirname "${BASH_SOURCE[0]}")/../../scripts/common.sh"
cd "$root"

# <pattern> : <what to use instead> [ : <folders, where it is right elsewhere>]. Perl's patterns, of
# whole words in any case; a blank is any white space, with the mark of the next comment line.
words='
settl(e|es|ed|ing)               : resolve layouts
assembl(e|es|ed|y|ing)           : lower, lowering                     : contraction transpose
gather(s|ed|ing)? (the |of |all )?([a-z]+ )?(sums?|splits?) : split reduction
widen(s|ed|ing)?                 : promote, complex view or vectorise
past the caches?                 : non-temporal store
turn(s|ed|ing)? in registers     : in-register transpose
stretch(es)?                     : contiguous segment
near[ _]runs?(?!_ns)             : cached run
far[ _]runs?(?!_ns)              : uncached run
(?<!-)adds up                    : accumulates
reckon(s|ed|ing)?                : compute
likewise                         : what is the same, by its name
(?<!inso)as far as               : where, or up to
is none that                     : there is no
but for                          : except, or without
(of |from )?what is left of      : the rest of, or what remains by its name
seen on the way                  : the file that has the numbers, or a lab note : docs
'

search='
use strict;
use warnings;
my @rules;
for (split /\n/, $ENV{WORDS}) {
    my ($pattern, $instead, $folders) = split /\s+:\s+/;
    next unless $instead;
    my $gap = q{\s+(?:(?:///?<?|\#|\*)\s*)?};
    $pattern =~ s/\[ _\]/(?:_|$gap)/g;
    $pattern =~ s/ /$gap/g;
    $folders = $folders ? join("|", split(/ /, $folders)) : q{[^/]*};
    push @rules, [qr/(?<![[:alpha:]])$pattern(?![[:alpha:]])/i, $instead, qr{^(?:$folders)(?:/|$)}];
}
my $bad = 0;
for my $file (@ARGV) {
    open(my $in, "<", $file) or die "$file: $!\n";
    my $text = do { local $/; <$in> };
    # The table of these very words, its lines kept for their numbers.
    $text =~ s/^(### Words not used\n)((?!#).*\n)*/$1 . "\n" x (($& =~ tr{\n}{}) - 1)/me
        if $file eq "docs/design.md";
    for my $rule (@rules) {
        my ($pattern, $instead, $folders) = @$rule;
        next unless $file =~ $folders;
        while ($text =~ /$pattern/g) {
            my $line = 1 + (substr($text, 0, $-[0]) =~ tr/\n//);
            (my $found = $&) =~ s/\s+(?:[\/#*<]+\s*)?/ /g;
            print STDERR qq{$file:$line: "$found": say $instead\n};
            $bad = 1;
        }
    }
}
exit $bad;
'

project_files '*.h' '*.cpp' '*.cu' '*.cuh' '*.py' '*.md' '*.sh' '*.cmake' 'CMakeLists.txt' \
    '*/CMakeLists.txt' |
    { grep -vE '^(CHANGELOG\.md|docs/(adr|lab-notes)/.*|tests/package/check_words(_test)?\.sh)$' || true; } |
    tr '\n' '\0' | WORDS=$words xargs -0 -r perl -e "$search" -- || exit 1
