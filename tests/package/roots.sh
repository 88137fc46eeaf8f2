# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by the tests of packages: file systems of Linux beside that of this machine. A RELEASE is the name
# of one of Debian (bullseye, bookworm, trixie, forky) or, with the keys of its archive installed, of Ubuntu
# (jammy, noble). debootstrap makes it, as root and with a network.

# make_root <release> <folder> <package>...: a minimal system with these packages, once.
make_root() {
    local release=$1 folder=$2 options=() mirror=() scripts=/usr/share/debootstrap/scripts wanted
    shift 2
    [ ! -e "$folder/complete" ] || return 0
    case "$release" in
        # A debootstrap that is older than the release makes it as it makes those that it knows.
        jammy | noble)
            options=(--components=main,universe --keyring=/usr/share/keyrings/ubuntu-archive-keyring.gpg)
            mirror=(http://archive.ubuntu.com/ubuntu "$scripts/gutsy")
            ;;
        *) [ -e "$scripts/$release" ] || mirror=(http://deb.debian.org/debian "$scripts/sid") ;;
    esac
    wanted=$(printf ',%s' ca-certificates "$@")
    rm -rf "$folder"
    mkdir -p "$folder"
    debootstrap --variant=minbase "--include=${wanted#,}" "${options[@]}" "$release" "$folder" "${mirror[@]}" \
        >"$folder.log" || fail "no $release in $folder; $folder.log says why"
    touch "$folder/complete"
}

# in_root <root> <command>...: with the network, the certificates and pip's settings of this system.
in_root() {
    local root=$1
    shift
    cp --dereference /etc/resolv.conf "$root/etc/resolv.conf"
    cp --dereference /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
    [ ! -r /etc/pip.conf ] || cp --dereference /etc/pip.conf "$root/etc/pip.conf"
    # Programs find the libraries beside them by /proc.
    env -u PIP_FIND_LINKS -u OPENBLAS_CORETYPE -u OPENBLAS_L2_SIZE HOME=/tmp LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive unshare --mount \
        bash -c 'mount --rbind /proc "$0/proc" && exec chroot "$0" /usr/bin/env PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"' \
        "$root" "$@"
}
