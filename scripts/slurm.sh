#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Usage: scripts/slurm.sh [--program FILE] [COUNT]
#
# Runs the job array of packaging/slurm/analyze.sbatch on a real Slurm cluster on this host: munged,
# slurmctld and two slurmd in a temporary directory, as root. COUNT (32 000) short recordings form
# eight tasks. Midway the script requeues one task, kills the daemon and the tasks of one node, and
# marks the node as down. The merge must have the bytes of an undisturbed run.
#
# Debian's packages: apt-get install slurmctld slurmd slurm-client munge
#
# Exit status: 0 equal, 1 not, 2 wrong usage or a tool is missing.

set -euo pipefail
# shellcheck source=scripts/common.bash
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

program='' count=''
take_arguments '' --program count "$@"
count=${count:-32000}
if [[ $count == *[!0-9]* ]]; then refuse "$count"; fi
for tool in munged slurmctld slurmd sbatch; do
  command -v "$tool" >/dev/null || stop 2 "slurm: $tool is missing." \
    "Install it as root: apt-get install slurmctld slurmd slurm-client munge"
done
((EUID == 0)) || stop 2 "slurm: only root can start the daemons."
cd -- "$root"
if [[ -z $program ]]; then program=$(build_for_tests --product tuner)/tuner; fi

work=$(mktemp --directory)
chmod 755 "$work"
daemons=()
end() {
  scancel --full --signal=KILL --user root 2>/dev/null || true
  ((${#daemons[@]} == 0)) || kill -- "${daemons[@]}" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf -- "$work"
}
trap end EXIT

# MARK: - The cluster

mkdir -m 700 -- "$work/munge" "$work/state"
dd if=/dev/urandom of="$work/munge/key" bs=128 count=1 status=none
chmod 600 "$work/munge/key"
munged --foreground --force --key-file "$work/munge/key" --socket "$work/munge.socket" \
  --pid-file "$work/munge/pid" --log-file "$work/munge/log" --seed-file "$work/munge/seed" \
  >"$work/munged.log" 2>&1 &
daemons+=($!)

host=$(hostname -s)
cat >"$work/slurm.conf" <<CONF
ClusterName=headstock
SlurmctldHost=$host(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
SlurmUser=root
SlurmdUser=root
SlurmctldPort=26817
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool-%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd-%n.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
SlurmdTimeout=20
KillWait=5
MinJobAge=300
JobRequeue=1
NodeName=n[1-2] NodeHostname=$host NodeAddr=127.0.0.1 Port=[26901-26902] CPUs=1 RealMemory=1024
PartitionName=all Nodes=n[1-2] Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF="$work/slurm.conf"

# Waits until a command succeeds.
until_done() {
  local tries
  for ((tries = 0; tries < 600; tries += 1)); do
    if "$@" >/dev/null 2>&1; then return; fi
    sleep 0.1
  done
  tail --lines=20 -- "$work"/*.log >&2
  stop 1 "slurm: waited in vain for: $*"
}

until_done test -S "$work/munge.socket"
slurmctld -D -i -f "$SLURM_CONF" >"$work/slurmctld.out" 2>&1 &
daemons+=($!)
declare -A node=()
for name in n1 n2; do
  mkdir -p -- "$work/spool-$name"
  slurmd -D -N "$name" -f "$SLURM_CONF" >"$work/slurmd-$name.out" 2>&1 &
  daemons+=($!)
  node[$name]=$!
done
idle_nodes() { (($(sinfo --noheader --Node --states=idle --format=%N | sort -u | wc --lines) == 2)); }
until_done idle_nodes
say "slurm: $(slurmctld -V), nodes: $(sinfo --noheader --Node --format='%N %T' | sort -u | paste --serial --delimiters=, -)"

# MARK: - The recordings, and the undisturbed run

python3 - "$work/in" "$count" >"$work/list" <<'PYTHON'
import importlib.util
import sys

spec = importlib.util.spec_from_file_location("kills", "scripts/batch-kills.py")
kills = importlib.util.module_from_spec(spec)
spec.loader.exec_module(kills)
print("\n".join(kills.make(sys.argv[1], int(sys.argv[2]))))
PYTHON
"$program" analyze --files-from "$work/list" --batch "$work/whole" --quiet || (($? == 1))
"$program" merge "$work/whole" --quiet -o "$work/whole.ndjson" --errors "$work/whole.errors"

# MARK: - The job array

cd -- "$work"
job=$(TUNER=$program sbatch --parsable --array=1-8 --mem=256M "$root/packaging/slurm/analyze.sbatch" \
  "$work/list" "$work/results")
journal_lines() { cat -- "$work"/results/*.journal.ndjson 2>/dev/null | wc --lines; }
has_lines() { (($(journal_lines) > $1)); }

until_done has_lines $((count / 20))
first=$(squeue --noheader --states=running --format=%K --jobs "$job" | head --lines=1)
scontrol requeue "${job}_$first"
say "slurm: task $first was queued again after $(journal_lines) lines of the journals"
until_done has_lines $((count / 4))
# The node fails with all its processes: its daemon, and each process of its tasks.
on_n2() { squeue --noheader --states=running --nodelist=n2 --format=%K --jobs "$job"; }
# Prints the processes of the tasks on n2: the daemon of each task, and the processes in its
# environment.
processes_of_n2() {
  local place
  for place in /proc/[0-9]*; do
    if [[ $(readlink "$place/exe") == */slurmstepd && $(readlink "$place"/fd/*) == *"$work/spool-n2"* ]] ||
      { tr '\0' '\n' <"$place/environ" | grep --quiet --line-regexp 'SLURMD_NODENAME=n2' &&
        tr '\0' '\n' <"$place/environ" | grep --quiet --line-regexp --fixed-strings "SLURM_CONF=$SLURM_CONF"; }; then
      printf '%s\n' "${place#/proc/}"
    fi
  done 2>/dev/null || true
}
# A task can end between the two checks, so both are repeated together.
runs_on_n2() {
  victims=$(on_n2 | paste --serial --delimiters=, -)
  mapfile -t dying < <(processes_of_n2)
  [[ -n $victims ]] && ((${#dying[@]} > 0))
}
until_done runs_on_n2
kill -KILL "${node[n2]}" "${dying[@]}" 2>/dev/null || true
scontrol update NodeName=n2 State=DOWN Reason=killed
say "slurm: ${#dying[@]} processes of node n2 are killed and it is down (task $victims ran on it) after $(journal_lines) lines"

over() { [[ -z $(squeue --noheader --jobs "$job" 2>/dev/null) ]]; }
for ((round = 0; round < 40; round += 1)); do
  if over; then break; fi
  sleep 3
done
until_done over
say "slurm: $(for task in 1 2 3 4 5 6 7 8; do
  scontrol show job "${job}_$task" 2>/dev/null | grep --only-matching --extended-regexp 'JobState=\S+|Restarts=\S+|BatchHost=\S+' | paste --serial --delimiters=' ' - | sed "s/^/task $task: /"
done | paste --serial --delimiters=';' -)"

"$program" merge "$work/results" --quiet -o "$work/merged.ndjson" --errors "$work/merged.errors"
cmp -- "$work/whole.ndjson" "$work/merged.ndjson" || stop 1 "slurm: the merge differs."
cmp -- "$work/whole.errors" "$work/merged.errors" || stop 1 "slurm: the errors differ."
lines=$(grep --count '"status"' <(cat -- "$work"/results/*.journal.ndjson))
((lines == count)) || stop 1 "slurm: $lines recordings were done instead of $count."
say "slurm: $count recordings, 8 tasks, one queued again, one node down: the merge has the bytes of an undisturbed run"
